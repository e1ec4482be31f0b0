// swift-format-ignore-file

import UIKit

public protocol PagingTabControllerDataSource: class {
    func numberOfPages(in controller: PagingTabController) -> Int
    func pagingTabController(_ controller: PagingTabController, viewControllerAt index: Int) -> UIViewController
    func pagingTabController(_ controller: PagingTabController, titleAt index: Int) -> String
}

@objc public protocol PagingTabControllerDelegate: NSObjectProtocol {
    @objc optional func pagingTabController(_ controller: PagingTabController, didScrollTo position: CGFloat)
    @objc optional func pagingTabController(_ controller: PagingTabController, didSelect index: Int)
}

public struct PagingTabStyle {
    public enum Indicator {
        case bar(height: CGFloat)
        case pill(inset: UIEdgeInsets)
        case none
    }

    public var height: CGFloat = 48
    public var font: UIFont = UIFont.systemFont(ofSize: 15, weight: UIFont.Weight.medium)
    public var color = UIColor.darkGray
    public var selectedColor = UIColor(red: 0.1, green: 0.45, blue: 0.9, alpha: 1)
    public var indicator: Indicator = .bar(height: 2)
    public var spacing: CGFloat = 8

    public init() {}
}

final class TabCell: UICollectionViewCell {
    let label = UILabel()
    var style = PagingTabStyle() {
        didSet { update() }
    }

    override var isSelected: Bool {
        didSet {
            guard oldValue != isSelected else { return }
            UIView.transition(with: label, duration: 0.2, options: .transitionCrossDissolve, animations: update, completion: nil)
        }
    }

    override var isHighlighted: Bool {
        didSet { contentView.alpha = isHighlighted ? 0.5 : 1 }
    }

    override init(frame: CGRect) {
        super.init(frame: frame)
        label.textAlignment = .center
        label.lineBreakMode = .byTruncatingTail
        label.frame = contentView.bounds
        label.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        contentView.addSubview(label)
    }

    required init?(coder aDecoder: NSCoder) {
        super.init(coder: aDecoder)
    }

    private func update() {
        label.font = style.font
        label.textColor = isSelected ? style.selectedColor : style.color
    }

    override func preferredLayoutAttributesFitting(_ layoutAttributes: UICollectionViewLayoutAttributes) -> UICollectionViewLayoutAttributes {
        let attributes = super.preferredLayoutAttributesFitting(layoutAttributes)
        return attributes
    }
}

final class TabBarView: UIView, UICollectionViewDataSource, UICollectionViewDelegateFlowLayout {
    var titles: [String] = [] {
        didSet { collectionView.reloadData() }
    }
    var style: PagingTabStyle
    var onSelect: ((Int) -> Void)?
    private(set) var selectedIndex = 0
    private let layout = UICollectionViewFlowLayout()
    let collectionView: UICollectionView
    let indicator = UIView()

    init(style: PagingTabStyle) {
        self.style = style
        layout.scrollDirection = .horizontal
        layout.minimumInteritemSpacing = 0
        layout.minimumLineSpacing = style.spacing
        layout.sectionInset = UIEdgeInsets(top: 0, left: 16, bottom: 0, right: 16)
        collectionView = UICollectionView(frame: .zero, collectionViewLayout: layout)
        super.init(frame: .zero)
        collectionView.backgroundColor = .clear
        collectionView.showsHorizontalScrollIndicator = false
        collectionView.scrollsToTop = false
        collectionView.dataSource = self
        collectionView.delegate = self
        collectionView.isPrefetchingEnabled = false
        collectionView.register(TabCell.self, forCellWithReuseIdentifier: NSStringFromClass(TabCell.self))
        addSubview(collectionView)
        indicator.backgroundColor = style.selectedColor
        collectionView.addSubview(indicator)
    }

    required init?(coder aDecoder: NSCoder) {
        fatalError("init(coder:) has not been implemented")
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        collectionView.frame = bounds
        moveIndicator(to: CGFloat(selectedIndex))
    }

    func numberOfSections(in collectionView: UICollectionView) -> Int { return 1 }

    func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int {
        return titles.count
    }

    func collectionView(_ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath) -> UICollectionViewCell {
        let cell = collectionView.dequeueReusableCell(withReuseIdentifier: NSStringFromClass(TabCell.self), for: indexPath) as! TabCell
        cell.label.text = titles[indexPath.item]
        cell.style = style
        cell.isSelected = indexPath.item == selectedIndex
        return cell
    }

    func collectionView(_ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout, sizeForItemAt indexPath: IndexPath) -> CGSize {
        let title = titles[indexPath.item] as NSString
        let width = title.boundingRect(
            with: CGSize(width: CGFloat.greatestFiniteMagnitude, height: style.height),
            options: [.usesLineFragmentOrigin, .usesFontLeading],
            attributes: [.font: style.font], context: nil).width
        return CGSize(width: ceil(width) + 24, height: bounds.height)
    }

    func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath) {
        onSelect?(indexPath.item)
    }

    func select(_ index: Int, animated: Bool) {
        guard titles.indices.contains(index) else { return }
        let old = IndexPath(item: selectedIndex, section: 0)
        let new = IndexPath(item: index, section: 0)
        selectedIndex = index
        collectionView.cellForItem(at: old)?.isSelected = false
        collectionView.cellForItem(at: new)?.isSelected = true
        collectionView.scrollToItem(at: new, at: .centeredHorizontally, animated: animated)
    }

    func moveIndicator(to position: CGFloat) {
        guard !titles.isEmpty else { return }
        let lower = max(0, min(titles.count - 1, Int(floor(position))))
        let upper = min(titles.count - 1, lower + 1)
        guard
            let from = layout.layoutAttributesForItem(at: IndexPath(item: lower, section: 0))?.frame,
            let to = layout.layoutAttributesForItem(at: IndexPath(item: upper, section: 0))?.frame
        else { return }
        let fraction = position - CGFloat(lower)
        let x = from.minX + (to.minX - from.minX) * fraction
        let width = from.width + (to.width - from.width) * fraction
        switch style.indicator {
        case .bar(let height):
            indicator.frame = CGRect(x: x, y: bounds.height - height, width: width, height: height)
        case .pill(let inset):
            indicator.frame = CGRect(x: x, y: 0, width: width, height: bounds.height).inset(by: inset)
            indicator.layer.cornerRadius = indicator.frame.height / 2
            collectionView.sendSubviewToBack(indicator)
        case .none:
            indicator.isHidden = true
        }
    }
}

open class PagingTabController: UIViewController {
    public weak var dataSource: PagingTabControllerDataSource?
    public weak var delegate: PagingTabControllerDelegate?
    public var style = PagingTabStyle()
    public private(set) var selectedIndex = 0
    public var selectedViewController: UIViewController? { return pages[selectedIndex] }

    private(set) lazy var tabBar = TabBarView(style: style)
    private(set) lazy var scrollView: UIScrollView = {
        let scrollView = UIScrollView()
        scrollView.isPagingEnabled = true
        scrollView.bounces = false
        scrollView.showsHorizontalScrollIndicator = false
        scrollView.showsVerticalScrollIndicator = false
        scrollView.isDirectionalLockEnabled = true
        scrollView.decelerationRate = .fast
        scrollView.contentInsetAdjustmentBehavior = .never
        scrollView.delegate = self
        return scrollView
    }()
    private var pages: [Int: UIViewController] = [:]
    private var isRotating = false
    private var isJumping = false

    open override var shouldAutomaticallyForwardAppearanceMethods: Bool { return false }

    private var pageCount: Int { return dataSource?.numberOfPages(in: self) ?? 0 }

    open override func viewDidLoad() {
        super.viewDidLoad()
        view.backgroundColor = .white
        edgesForExtendedLayout = []
        automaticallyAdjustsScrollViewInsets = false
        extendedLayoutIncludesOpaqueBars = true
        view.addSubview(scrollView)
        view.addSubview(tabBar)
        tabBar.onSelect = { [weak self] index in self?.select(index, animated: true) }
        reloadData()
    }

    open func reloadData() {
        pages.values.forEach(remove)
        pages.removeAll()
        tabBar.titles = (0..<pageCount).map { dataSource!.pagingTabController(self, titleAt: $0) }
        selectedIndex = min(selectedIndex, max(0, pageCount - 1))
        guard pageCount > 0 else { return }
        add(at: selectedIndex)
        view.setNeedsLayout()
    }

    open override func viewWillLayoutSubviews() {
        super.viewWillLayoutSubviews()
        let top: CGFloat
        if #available(iOS 11.0, *) {
            top = view.safeAreaInsets.top
        } else {
            top = topLayoutGuide.length
        }
        tabBar.frame = CGRect(x: 0, y: top, width: view.bounds.width, height: style.height)
        let frame = CGRect(x: 0, y: tabBar.frame.maxY, width: view.bounds.width, height: view.bounds.height - tabBar.frame.maxY)
        guard scrollView.frame != frame else { return }
        scrollView.frame = frame
        scrollView.contentSize = CGSize(width: frame.width * CGFloat(pageCount), height: frame.height)
        scrollView.contentOffset = CGPoint(x: frame.width * CGFloat(selectedIndex), y: 0)
        for (index, page) in pages { page.view.frame = pageFrame(at: index) }
    }

    open override func viewWillTransition(to size: CGSize, with coordinator: UIViewControllerTransitionCoordinator) {
        isRotating = true
        super.viewWillTransition(to: size, with: coordinator)
        coordinator.animate(alongsideTransition: nil) { _ in self.isRotating = false }
    }

    // MARK: Appearance

    open override func viewWillAppear(_ animated: Bool) {
        super.viewWillAppear(animated)
        selectedViewController?.beginAppearanceTransition(true, animated: animated)
    }

    open override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        selectedViewController?.endAppearanceTransition()
    }

    open override func viewWillDisappear(_ animated: Bool) {
        super.viewWillDisappear(animated)
        selectedViewController?.beginAppearanceTransition(false, animated: animated)
    }

    open override func viewDidDisappear(_ animated: Bool) {
        super.viewDidDisappear(animated)
        selectedViewController?.endAppearanceTransition()
    }

    // MARK: Pages

    private func pageFrame(at index: Int) -> CGRect {
        return CGRect(origin: CGPoint(x: scrollView.bounds.width * CGFloat(index), y: 0), size: scrollView.bounds.size)
    }

    @discardableResult
    private func add(at index: Int) -> UIViewController? {
        guard (0..<pageCount) ~= index else { return nil }
        if let page = pages[index] { return page }
        guard let page = dataSource?.pagingTabController(self, viewControllerAt: index) else { return nil }
        pages[index] = page
        addChild(page)
        page.view.frame = pageFrame(at: index)
        scrollView.addSubview(page.view)
        page.didMove(toParent: self)
        return page
    }

    private func remove(_ page: UIViewController) {
        page.willMove(toParent: nil)
        page.view.removeFromSuperview()
        page.removeFromParent()
    }

    public func select(_ index: Int, animated: Bool) {
        guard index != selectedIndex, (0..<pageCount).contains(index) else { return }
        loadViewIfNeeded()
        add(at: index)
        let offset = CGPoint(x: scrollView.bounds.width * CGFloat(index), y: 0)
        if animated {
            isJumping = true
            scrollView.setContentOffset(offset, animated: true)
        } else {
            scrollView.contentOffset = offset
            settle()
        }
    }

    private func settle() {
        isJumping = false
        let width = scrollView.bounds.width
        guard width > 0 else { return }
        let index = Int((scrollView.contentOffset.x / width).rounded())
        guard index != selectedIndex else { return cleanUp() }
        let isVisible = viewIfLoaded?.window != nil
        let old = pages[selectedIndex], new = add(at: index)
        if isVisible {
            old?.beginAppearanceTransition(false, animated: false)
            new?.beginAppearanceTransition(true, animated: false)
        }
        selectedIndex = index
        tabBar.select(index, animated: true)
        if isVisible {
            old?.endAppearanceTransition()
            new?.endAppearanceTransition()
        }
        delegate?.pagingTabController?(self, didSelect: index)
        cleanUp()
        setNeedsStatusBarAppearanceUpdate()
    }

    private func cleanUp() {
        for (index, page) in pages where abs(index - selectedIndex) > 1 {
            remove(page)
            pages[index] = nil
        }
    }
}

// MARK: - UIScrollViewDelegate

extension PagingTabController: UIScrollViewDelegate {
    public func scrollViewDidScroll(_ scrollView: UIScrollView) {
        guard !isRotating, scrollView.bounds.width > 0 else { return }
        let position = scrollView.contentOffset.x / scrollView.bounds.width
        tabBar.moveIndicator(to: position)
        if !isJumping {
            add(at: Int(floor(position)))
            add(at: Int(ceil(position)))
        }
        delegate?.pagingTabController?(self, didScrollTo: position)
    }

    public func scrollViewWillBeginDragging(_ scrollView: UIScrollView) {
        isJumping = false
    }

    public func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {
        if !decelerate { settle() }
    }

    public func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) { settle() }
    public func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) { settle() }
}
