/// A presentation style, like `UIModalPresentationStyle`.
public enum PresentationStyle: String, FieldEnumeration, BitwiseCopyable {
    case automatic, fullScreen, currentContext, overFullScreen, overCurrentContext
    case pageSheet, formSheet, popover, custom

    /// The style, with `automatic` replaced by `pageSheet` as in UIKit since iOS 13 [10.8].
    public var resolved: PresentationStyle { self == .automatic ? .pageSheet : self }

    /// Whether every presentation with this style removes the presenter's view from the view tree
    /// [10.1]. False for `custom`, because the command `modal.present` decides this separately for
    /// each custom presentation.
    public var removesPresentersView: Bool { self == .fullScreen || self == .currentContext }

    /// Whether the presenter is the nearest controller that defines a presentation context. If
    /// false, the presenter is the root controller [11.2].
    public var isInContext: Bool { self == .currentContext || self == .overCurrentContext }

    /// Whether the style is that of a sheet. The user can dismiss a sheet if the delegate allows it
    /// [10.7].
    public var isSheet: Bool { resolved == .pageSheet || self == .formSheet }
}

/// A display mode of a split view controller, like `UISplitViewController.DisplayMode`.
public enum SplitDisplayMode: String, FieldEnumeration, BitwiseCopyable {
    case automatic, secondaryOnly, oneBesideSecondary, oneOverSecondary
    case twoBesideSecondary, twoOverSecondary, twoDisplaceSecondary
}

/// The appearance state of a controller.
public enum Appearance: String, FieldEnumeration, BitwiseCopyable {
    case disappeared, appearing, appeared, disappearing
}

/// A height that a sheet can have, like `UISheetPresentationController.Detent`.
public struct SheetDetent: FieldObject, Hashable {
    public var id = Identifier(unchecked: "")
    /// The height in points. Nil for `medium` and `large`.
    public var height: Double?

    public init() {}

    @inlinable public mutating func visit(_ v: inout some FieldVisitor) {
        v.required("id", &id, "medium, large, or the name of a detent with a height")
        v.field("height", &height, Self.heightDoc)
    }

    @usableFromInline
    static let heightDoc =
        "in points, above 0 and at most \(Int(Limits.points)); absent for medium and large"

    static let systemNames = ["medium", "large"]

    /// Returns the height in a window of this height: half for `medium`, all for `large`.
    public func height(in available: Double) -> Double {
        if let height { return min(height, available) }
        return id.text == "medium" ? (available / 2).rounded() : available
    }

    /// Checks the height of the detent. The detents `medium` and `large` must have no `height`, and
    /// every other detent must have a `height` in range.
    ///
    /// - Throws: `invalidArgument` for a height that is missing, out of range, or set for `medium`
    ///   or `large`.
    fileprivate func check() throws(CommandError) {
        let isSystem = Self.systemNames.contains { $0 == id.text }
        guard let height else {
            if isSystem { return }
            throw .invalidArgument(
                "the detent \(id) needs a height above 0 and at most \(Int(Limits.points)) points; "
                    + "only medium and large have a height of their own", path: "height")
        }
        guard !isSystem else {
            throw .invalidArgument(
                "\(id) has its own height, got \(height); omit the height, or give the detent "
                    + "another id", path: "height")
        }
        guard height > 0, height <= Limits.points else {
            throw .invalidArgument(
                "must be above 0 and at most \(Int(Limits.points)) points, got \(height)",
                path: "height")
        }
    }
}

/// The properties of a controller's `sheetPresentationController` that clients set.
public struct SheetOptions: FieldObject, Hashable {
    public var detents: [SheetDetent] = []
    /// The id of the selected detent. Nil selects the smallest one.
    public var selectedDetent: Identifier?
    public var largestUndimmedDetent: Identifier?
    public var prefersGrabberVisible: Bool?
    public var preferredCornerRadius: Double?

    public init() {}

    @inlinable public mutating func visit(_ v: inout some FieldVisitor) {
        v.required("detents", &detents, Self.detentsDoc)
        v.field("selectedDetent", &selectedDetent, "null: the smallest")
        v.field(
            "largestUndimmedDetent", &largestUndimmedDetent,
            "the largest detent at which the view below can be used; null: none")
        v.field(
            "prefersGrabberVisible", &prefersGrabberVisible,
            "viewers draw a grabber; default: false")
        v.field(
            "preferredCornerRadius", &preferredCornerRadius,
            "of the upper corners that viewers draw, in points; default: theirs")
    }

    @usableFromInline static let detentsDoc = "1 to \(Limits.detents) heights to select"

    /// Returns the selected detent. `available` is the height of the window in points.
    public func selected(in available: Double) -> SheetDetent {
        let named = selectedDetent.flatMap { id in detents.first { $0.id == id } }
        return named ?? ordered(in: available).first ?? SheetDetent()
    }

    /// Returns the detents by height. Equal heights keep their order.
    private func ordered(in available: Double) -> [SheetDetent] {
        let heights = detents.enumerated().map { ($1.height(in: available), $0) }
        return heights.sorted { $0 < $1 }.map { detents[$0.1] }
    }

    /// Returns the next larger or smaller detent, or nil. `available` is the height of the window.
    public func next(_ direction: SheetDirection, in available: Double) -> SheetDetent? {
        let all = ordered(in: available)
        let selected = selected(in: available)
        guard let position = all.firstIndex(of: selected) else { return nil }
        let next = position + (direction == .up ? 1 : -1)
        return all.indices.contains(next) ? all[next] : nil
    }

    /// Checks the number of detents, the heights and ids of the detents, and that all ids in the
    /// options refer to existing detents.
    ///
    /// - Throws: `invalidArgument` for the first mistake.
    fileprivate func check() throws(CommandError) {
        guard (1...Limits.detents).contains(detents.count) else {
            throw .invalidArgument(
                "must be 1 to \(Limits.detents) detents, got \(detents.count)",
                path: "detents")
        }
        for (position, detent) in detents.enumerated() {
            do { try detent.check() } catch { throw error.inside("detents[\(position)]") }
            if detents[..<position].contains(where: { $0.id == detent.id }) {
                throw .invalidArgument(
                    "two detents are called \(detent.id); give each another id",
                    path: "detents[\(position)].id")
            }
        }
        if let radius = preferredCornerRadius, !(0...Limits.points).contains(radius) {
            throw .invalidArgument(
                "must be between 0 and \(Int(Limits.points)) points, got \(radius)",
                path: "preferredCornerRadius")
        }
        try check(selectedDetent, at: "selectedDetent")
        try check(largestUndimmedDetent, at: "largestUndimmedDetent")
    }

    /// Checks that `id` is nil or the id of a detent of this sheet.
    ///
    /// - Throws: `invalidArgument` if no detent has this id. The message lists the detents.
    public func check(_ id: Identifier?, at path: String) throws(CommandError) {
        guard let id, !detents.contains(where: { $0.id == id }) else { return }
        let known = detents.map(\.id.text).joined(separator: ", ")
        throw .invalidArgument("no detent is called \(id); the detents are: \(known)", path: path)
    }
}

/// The option `sheet`. `none`, null on the wire, is a sheet as high as the window.
public enum SheetOption: FieldValue, Hashable {
    case none
    indirect case options(SheetOptions)

    public static var schema: Schema { .any }

    @usableFromInline
    static let doc =
        "{detents, selectedDetent?, largestUndimmedDetent?, prefersGrabberVisible?, "
        + "preferredCornerRadius?}, where detents are 1 to "
        + "\(Limits.detents) of {id, height?}: medium, large, or a name with a height above 0 and at "
        + "most \(Int(Limits.points)) points; null: a sheet as high as the window [10.13]"

    public init(reading value: Value) throws(CommandError) {
        if value == .null {
            self = .none
            return
        }
        let options = try SheetOptions(reading: value)
        try options.check()
        self = .options(options)
    }

    public func write<W: ValueWriter>(to writer: inout W) {
        switch self {
        case .none: writer.null()
        case .options(let options): options.write(to: &writer)
        }
    }

    public var options: SheetOptions? {
        if case .options(let options) = self { options } else { nil }
    }
}

/// The direction in which the user swipes a sheet.
public enum SheetDirection: String, FieldEnumeration, BitwiseCopyable {
    case up, down
}
