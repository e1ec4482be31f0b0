/// A width or height of an element of a compositional layout.
public final class NSCollectionLayoutDimension: Sendable {
    enum Kind { case width, height, absolute, estimated }

    let kind: Kind
    public let dimension: CGFloat

    private init(_ kind: Kind, _ dimension: CGFloat) {
        (self.kind, self.dimension) = (kind, dimension)
    }

    public static func fractionalWidth(_ fraction: CGFloat) -> NSCollectionLayoutDimension {
        NSCollectionLayoutDimension(.width, fraction)
    }
    public static func fractionalHeight(_ fraction: CGFloat) -> NSCollectionLayoutDimension {
        NSCollectionLayoutDimension(.height, fraction)
    }
    public static func absolute(_ length: CGFloat) -> NSCollectionLayoutDimension {
        NSCollectionLayoutDimension(.absolute, length)
    }
    /// A length that the content should decide: cells do not size themselves, so it is the length.
    public static func estimated(_ length: CGFloat) -> NSCollectionLayoutDimension {
        NSCollectionLayoutDimension(.estimated, length)
    }

    public var isFractionalWidth: Bool { kind == .width }
    public var isFractionalHeight: Bool { kind == .height }
    public var isAbsolute: Bool { kind == .absolute }
    public var isEstimated: Bool { kind == .estimated }

    func length(in container: CGSize) -> CGFloat {
        switch kind {
        case .width: dimension * container.width
        case .height: dimension * container.height
        case .absolute, .estimated: dimension
        }
    }
}

public final class NSCollectionLayoutSize: Sendable {
    public let widthDimension: NSCollectionLayoutDimension
    public let heightDimension: NSCollectionLayoutDimension

    public init(
        widthDimension width: NSCollectionLayoutDimension,
        heightDimension height: NSCollectionLayoutDimension
    ) { (widthDimension, heightDimension) = (width, height) }

    func size(in container: CGSize) -> CGSize {
        CGSize(
            width: widthDimension.length(in: container),
            height: heightDimension.length(in: container))
    }
}

/// A space that is fixed, or at least so large.
public final class NSCollectionLayoutSpacing: Sendable {
    public let spacing: CGFloat
    public let isFlexibleSpacing: Bool

    private init(_ spacing: CGFloat, _ isFlexible: Bool) {
        (self.spacing, isFlexibleSpacing) = (spacing, isFlexible)
    }

    public static func fixed(_ spacing: CGFloat) -> NSCollectionLayoutSpacing {
        NSCollectionLayoutSpacing(spacing, false)
    }
    public static func flexible(_ spacing: CGFloat) -> NSCollectionLayoutSpacing {
        NSCollectionLayoutSpacing(spacing, true)
    }
    public var isFixedSpacing: Bool { !isFlexibleSpacing }
}

/// Spaces around an item. They are stored and have no effect.
public final class NSCollectionLayoutEdgeSpacing: Sendable {
    public init(
        leading: NSCollectionLayoutSpacing?, top: NSCollectionLayoutSpacing?,
        trailing: NSCollectionLayoutSpacing?, bottom: NSCollectionLayoutSpacing?
    ) {}
}

/// An item of a group.
@preconcurrency @MainActor
open class NSCollectionLayoutItem: NSObject {
    public let layoutSize: NSCollectionLayoutSize
    open var contentInsets = NSDirectionalEdgeInsets.zero
    open var edgeSpacing: NSCollectionLayoutEdgeSpacing?
    public let supplementaryItems: [NSCollectionLayoutSupplementaryItem]

    public init(
        layoutSize: NSCollectionLayoutSize,
        supplementaryItems: [NSCollectionLayoutSupplementaryItem] = []
    ) {
        self.layoutSize = layoutSize
        self.supplementaryItems = supplementaryItems
    }

    /// Returns the frames of the cells in this element at a place.
    func frames(in rect: CGRect) -> [CGRect] { [rect.inset(by: contentInsets)] }
}

extension CGRect {
    func inset(by insets: NSDirectionalEdgeInsets) -> CGRect {
        inset(
            by: UIEdgeInsets(
                top: insets.top, left: insets.leading, bottom: insets.bottom,
                right: insets.trailing))
    }
}

@preconcurrency @MainActor
public protocol NSCollectionLayoutVisibleItem: AnyObject {
    var indexPath: IndexPath { get }
    var frame: CGRect { get }
    var bounds: CGRect { get }
    var center: CGPoint { get set }
    var transform: CGAffineTransform { get set }
    var alpha: CGFloat { get set }
    var zIndex: Int { get set }
    var isHidden: Bool { get set }
    var representedElementCategory: UICollectionView.ElementCategory { get }
    var representedElementKind: String? { get }
}

public final class NSCollectionLayoutAnchor: Sendable {
    public init(edges: NSDirectionalRectEdge, absoluteOffset: CGPoint = .zero) {}
    public init(edges: NSDirectionalRectEdge, fractionalOffset: CGPoint) {}
}

/// A view at an item, such as a badge. It is stored and has no effect.
open class NSCollectionLayoutSupplementaryItem: NSCollectionLayoutItem {
    public let elementKind: String
    open var zIndex = 0

    public init(
        layoutSize: NSCollectionLayoutSize, elementKind: String,
        containerAnchor: NSCollectionLayoutAnchor, itemAnchor: NSCollectionLayoutAnchor? = nil
    ) {
        self.elementKind = elementKind
        super.init(layoutSize: layoutSize)
    }

    init(layoutSize: NSCollectionLayoutSize, elementKind: String) {
        self.elementKind = elementKind
        super.init(layoutSize: layoutSize)
    }
}

public enum NSRectAlignment: Int, Sendable {
    case none, top, topLeading, leading, bottomLeading, bottom, bottomTrailing, trailing,
        topTrailing
}

/// A header or footer of a section. It does not stay at the edge of the visible part.
open class NSCollectionLayoutBoundarySupplementaryItem: NSCollectionLayoutSupplementaryItem {
    public let alignment: NSRectAlignment
    public let offset: CGPoint
    open var extendsBoundary = true
    open var pinToVisibleBounds = false

    public init(
        layoutSize: NSCollectionLayoutSize, elementKind: String, alignment: NSRectAlignment,
        absoluteOffset: CGPoint = .zero
    ) {
        self.alignment = alignment
        offset = absoluteOffset
        super.init(layoutSize: layoutSize, elementKind: elementKind)
    }

    var isAtEnd: Bool {
        [.bottom, .bottomLeading, .bottomTrailing].contains(alignment)
    }
}

/// A decoration behind a section. It is stored and has no effect.
open class NSCollectionLayoutDecorationItem: NSCollectionLayoutItem {
    public let elementKind: String

    private init(kind: String) {
        elementKind = kind
        super.init(
            layoutSize: NSCollectionLayoutSize(
                widthDimension: .fractionalWidth(1), heightDimension: .fractionalHeight(1)))
    }

    public static func background(elementKind: String) -> NSCollectionLayoutDecorationItem {
        NSCollectionLayoutDecorationItem(kind: elementKind)
    }
}

/// Items in a row or a column. A row that is full continues below.
open class NSCollectionLayoutGroup: NSCollectionLayoutItem {
    public typealias CustomItem = NSCollectionLayoutGroupCustomItem

    private enum Direction { case horizontal, vertical, custom }

    private let direction: Direction
    public let subitems: [NSCollectionLayoutItem]
    private let count: Int?
    private let provider: ((any NSCollectionLayoutEnvironment) -> [CustomItem])?
    open var interItemSpacing: NSCollectionLayoutSpacing?

    private init(
        _ direction: Direction, _ size: NSCollectionLayoutSize, _ items: [NSCollectionLayoutItem],
        count: Int? = nil,
        provider: ((any NSCollectionLayoutEnvironment) -> [CustomItem])? = nil
    ) {
        self.direction = direction
        subitems = items
        self.count = count
        self.provider = provider
        super.init(layoutSize: size)
    }

    public static func horizontal(
        layoutSize: NSCollectionLayoutSize, subitems: [NSCollectionLayoutItem]
    ) -> NSCollectionLayoutGroup { NSCollectionLayoutGroup(.horizontal, layoutSize, subitems) }

    public static func horizontal(
        layoutSize: NSCollectionLayoutSize, subitem: NSCollectionLayoutItem, count: Int
    ) -> NSCollectionLayoutGroup {
        NSCollectionLayoutGroup(.horizontal, layoutSize, [subitem], count: count)
    }

    public static func horizontal(
        layoutSize: NSCollectionLayoutSize, repeatingSubitem subitem: NSCollectionLayoutItem,
        count: Int
    ) -> NSCollectionLayoutGroup {
        NSCollectionLayoutGroup(
            .horizontal, layoutSize, Array(repeating: subitem, count: count))
    }

    public static func vertical(
        layoutSize: NSCollectionLayoutSize, subitems: [NSCollectionLayoutItem]
    ) -> NSCollectionLayoutGroup { NSCollectionLayoutGroup(.vertical, layoutSize, subitems) }

    public static func vertical(
        layoutSize: NSCollectionLayoutSize, subitem: NSCollectionLayoutItem, count: Int
    ) -> NSCollectionLayoutGroup {
        NSCollectionLayoutGroup(.vertical, layoutSize, [subitem], count: count)
    }

    public static func vertical(
        layoutSize: NSCollectionLayoutSize, repeatingSubitem subitem: NSCollectionLayoutItem,
        count: Int
    ) -> NSCollectionLayoutGroup {
        NSCollectionLayoutGroup(.vertical, layoutSize, Array(repeating: subitem, count: count))
    }

    public static func custom(
        layoutSize: NSCollectionLayoutSize,
        itemProvider: @escaping (any NSCollectionLayoutEnvironment) -> [CustomItem]
    ) -> NSCollectionLayoutGroup {
        NSCollectionLayoutGroup(.custom, layoutSize, [], provider: itemProvider)
    }

    override func frames(in rect: CGRect) -> [CGRect] {
        let inner = rect.inset(by: contentInsets)
        if let provider {
            return provider(LayoutEnvironment(size: inner.size)).map {
                $0.frame.offsetBy(dx: inner.minX, dy: inner.minY)
            }
        }
        let space = interItemSpacing?.spacing ?? 0
        guard let count, let item = subitems.first else { return fill(inner, space) }
        let isRow = direction == .horizontal
        let room = (isRow ? inner.width : inner.height) - space * CGFloat(count - 1)
        let length = room / CGFloat(max(1, count))
        return (0..<count).flatMap { index in
            let start = (length + space) * CGFloat(index)
            let own = item.layoutSize.size(in: inner.size)
            return item.frames(
                in: isRow
                    ? CGRect(
                        x: inner.minX + start, y: inner.minY, width: length, height: own.height)
                    : CGRect(
                        x: inner.minX, y: inner.minY + start, width: own.width, height: length))
        }
    }

    /// Places the items one after the other, from the first again as long as there is room.
    private func fill(_ inner: CGRect, _ space: CGFloat) -> [CGRect] {
        let isRow = direction == .horizontal
        var (frames, position): ([CGRect], CGFloat) = ([], 0)
        let room = isRow ? inner.width : inner.height
        while !subitems.isEmpty {
            for item in subitems {
                let size = item.layoutSize.size(in: inner.size)
                let length = isRow ? size.width : size.height
                guard position + length <= room + 0.01, length > 0 else { return frames }
                let origin = CGPoint(
                    x: inner.minX + (isRow ? position : 0), y: inner.minY + (isRow ? 0 : position))
                frames += item.frames(in: CGRect(origin: origin, size: size))
                position += length + space
            }
            if subitems.count > 1 { return frames }
        }
        return frames
    }
}

public final class NSCollectionLayoutGroupCustomItem: Sendable {
    public let frame: CGRect
    public let zIndex: Int

    public init(frame: CGRect, zIndex: Int = 0) { (self.frame, self.zIndex) = (frame, zIndex) }
}

public enum UICollectionLayoutSectionOrthogonalScrollingBehavior: Int, Sendable {
    case none, continuous, continuousGroupLeadingBoundary, paging, groupPaging, groupPagingCentered
}

public enum UIContentInsetsReference: Int, Sendable {
    case automatic, none, safeArea, layoutMargins, readableContent
}

/// A section: groups one after the other, with a header and a footer.
@preconcurrency @MainActor
open class NSCollectionLayoutSection: NSObject {
    let group: NSCollectionLayoutGroup
    open var contentInsets = NSDirectionalEdgeInsets.zero
    open var interGroupSpacing: CGFloat = 0
    open var boundarySupplementaryItems: [NSCollectionLayoutBoundarySupplementaryItem] = []
    /// Whether the groups are in one row. The row does not scroll.
    open var orthogonalScrollingBehavior =
        UICollectionLayoutSectionOrthogonalScrollingBehavior.none
    // These properties are stored and have no effect in the simulation.
    open var contentInsetsReference = UIContentInsetsReference.automatic
    open var supplementariesFollowContentInsets = true
    open var decorationItems: [NSCollectionLayoutDecorationItem] = []
    open var visibleItemsInvalidationHandler:
        (([any NSCollectionLayoutVisibleItem], CGPoint, any NSCollectionLayoutEnvironment) -> Void)?

    public init(group: NSCollectionLayoutGroup) { self.group = group }

    public static func list(
        using configuration: UICollectionLayoutListConfiguration,
        layoutEnvironment: any NSCollectionLayoutEnvironment
    ) -> NSCollectionLayoutSection {
        let size = NSCollectionLayoutSize(
            widthDimension: .fractionalWidth(1), heightDimension: .estimated(44))
        let section = NSCollectionLayoutSection(
            group: .vertical(layoutSize: size, subitems: [NSCollectionLayoutItem(layoutSize: size)])
        )
        if configuration.headerMode == .supplementary {
            section.boundarySupplementaryItems.append(
                NSCollectionLayoutBoundarySupplementaryItem(
                    layoutSize: size, elementKind: UICollectionView.elementKindSectionHeader,
                    alignment: .top))
        }
        if configuration.footerMode == .supplementary {
            section.boundarySupplementaryItems.append(
                NSCollectionLayoutBoundarySupplementaryItem(
                    layoutSize: size, elementKind: UICollectionView.elementKindSectionFooter,
                    alignment: .bottom))
        }
        return section
    }
}

@preconcurrency @MainActor
public protocol NSCollectionLayoutContainer: AnyObject {
    var contentSize: CGSize { get }
    var effectiveContentSize: CGSize { get }
}

@preconcurrency @MainActor
public protocol NSCollectionLayoutEnvironment: AnyObject {
    var container: any NSCollectionLayoutContainer { get }
    var traitCollection: UITraitCollection { get }
}

final class LayoutEnvironment: NSCollectionLayoutEnvironment, NSCollectionLayoutContainer {
    let contentSize: CGSize
    var effectiveContentSize: CGSize { contentSize }
    var container: any NSCollectionLayoutContainer { self }
    var traitCollection: UITraitCollection { UIScreen.main.traitCollection }

    init(size: CGSize) { contentSize = size }
}
