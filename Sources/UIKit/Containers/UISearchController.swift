/// A search bar. There is no keyboard: `simulateTyping(_:)` simulates the user.
open class UISearchBar: UIView {
    public enum Style: UInt, Sendable { case `default`, prominent, minimal }

    open weak var delegate: (any UISearchBarDelegate)?
    open var text: String?
    open var placeholder: String?
    open var prompt: String?
    open var showsCancelButton = false
    open var scopeButtonTitles: [String]?
    open var selectedScopeButtonIndex = 0
    // These properties are stored and have no effect in the simulation.
    open var searchBarStyle = Style.default
    open var barStyle = UIBarStyle.default
    open var barTintColor: UIColor?
    open var isTranslucent = true
    open var showsScopeBar = false
    open var backgroundImage: UIImage?
    open var searchFieldBackgroundPositionAdjustment = UIOffset.zero
    open var searchTextPositionAdjustment = UIOffset.zero
    open var showsBookmarkButton = false
    open var showsSearchResultsButton = false
    open var isSearchResultsButtonSelected = false
    open var isEnabled = true
    private var storedAccessory: UIView?
    open override var inputAccessoryView: UIView? {
        get { storedAccessory }
        set { storedAccessory = newValue }
    }
    private var images: [[Int]: UIImage] = [:]
    public let searchTextField = UISearchTextField()

    public enum Icon: Int, Sendable { case search, clear, bookmark, resultsList }

    open func setImage(_ image: UIImage?, for icon: Icon, state: UIControl.State) {
        images[[icon.rawValue, Int(state.rawValue)]] = image
    }
    open func image(for icon: Icon, state: UIControl.State) -> UIImage? {
        images[[icon.rawValue, Int(state.rawValue)]]
    }
    open func setPositionAdjustment(_ adjustment: UIOffset, for icon: Icon) {}
    open func setSearchFieldBackgroundImage(_ image: UIImage?, for state: UIControl.State) {}
    open func setBackgroundImage(
        _ image: UIImage?, for position: UIBarPosition, barMetrics: UIBarMetrics
    ) {}
    open func setScopeBarButtonTitleTextAttributes(
        _ attributes: [NSAttributedString.Key: Any]?, for state: UIControl.State
    ) {}
    open func setShowsScope(_ show: Bool, animated: Bool) { showsScopeBar = show }
    open override var intrinsicContentSize: CGSize {
        CGSize(width: UIView.noIntrinsicMetric, height: 56)
    }

    /// Simulates a tap on a button of the scope bar.
    public func simulateScope(at index: Int) {
        selectedScopeButtonIndex = index
        delegate?.searchBar(self, selectedScopeButtonIndexDidChange: index)
        searchController?.update()
    }
    /// The controller whose bar this is.
    weak var searchController: UISearchController?

    open override var canBecomeFirstResponder: Bool { true }

    open func setShowsCancelButton(_ shows: Bool, animated: Bool) { showsCancelButton = shows }

    /// Asks the delegate, then begins editing, which makes a search controller active.
    @discardableResult
    open override func becomeFirstResponder() -> Bool {
        guard !isFirstResponder else { return true }
        guard delegate?.searchBarShouldBeginEditing(self) ?? true, super.becomeFirstResponder()
        else { return false }
        delegate?.searchBarTextDidBeginEditing(self)
        searchController?.isActive = true
        return true
    }

    @discardableResult
    open override func resignFirstResponder() -> Bool {
        guard isFirstResponder else { return true }
        guard delegate?.searchBarShouldEndEditing(self) ?? true, super.resignFirstResponder()
        else { return false }
        delegate?.searchBarTextDidEndEditing(self)
        return true
    }

    /// Simulates that the user types a text at the end. Begins editing first.
    public func simulateTyping(_ typed: String) {
        guard isFirstResponder || becomeFirstResponder() else { return }
        text = (text ?? "") + typed
        delegate?.searchBar(self, textDidChange: text ?? "")
        searchController?.update()
    }

    /// Simulates a tap on the search key of the keyboard.
    public func simulateSearch() { delegate?.searchBarSearchButtonClicked(self) }

    /// Simulates a tap on the cancel button.
    public func simulateCancel() {
        delegate?.searchBarCancelButtonClicked(self)
        searchController?.isActive = false
    }
}

@preconcurrency @MainActor
public protocol UISearchBarDelegate: AnyObject {
    func searchBarShouldBeginEditing(_ searchBar: UISearchBar) -> Bool
    func searchBarTextDidBeginEditing(_ searchBar: UISearchBar)
    func searchBarShouldEndEditing(_ searchBar: UISearchBar) -> Bool
    func searchBarTextDidEndEditing(_ searchBar: UISearchBar)
    func searchBar(_ searchBar: UISearchBar, textDidChange searchText: String)
    func searchBarSearchButtonClicked(_ searchBar: UISearchBar)
    func searchBarCancelButtonClicked(_ searchBar: UISearchBar)
    func searchBar(_ searchBar: UISearchBar, selectedScopeButtonIndexDidChange selectedScope: Int)
    func searchBarBookmarkButtonClicked(_ searchBar: UISearchBar)
}

extension UISearchBarDelegate {
    public func searchBarBookmarkButtonClicked(_ searchBar: UISearchBar) {}
    public func searchBarShouldBeginEditing(_ searchBar: UISearchBar) -> Bool { true }
    public func searchBarTextDidBeginEditing(_ searchBar: UISearchBar) {}
    public func searchBarShouldEndEditing(_ searchBar: UISearchBar) -> Bool { true }
    public func searchBarTextDidEndEditing(_ searchBar: UISearchBar) {}
    public func searchBar(_ searchBar: UISearchBar, textDidChange searchText: String) {}
    public func searchBarSearchButtonClicked(_ searchBar: UISearchBar) {}
    public func searchBarCancelButtonClicked(_ searchBar: UISearchBar) {}
    public func searchBar(
        _ searchBar: UISearchBar, selectedScopeButtonIndexDidChange selectedScope: Int
    ) {}
}

/// A controller that shows the results of a search. While it is active, the controller whose
/// navigation item has it presents it, without animation.
open class UISearchController: UIViewController {
    public let searchResultsController: UIViewController?
    public let searchBar = UISearchBar()
    open weak var searchResultsUpdater: (any UISearchResultsUpdating)?
    open weak var delegate: (any UISearchControllerDelegate)?
    // These properties are stored and have no effect in the simulation.
    open var obscuresBackgroundDuringPresentation = true
    open var hidesNavigationBarDuringPresentation = true
    open var automaticallyShowsCancelButton = true
    open var automaticallyShowsSearchResultsController = true
    open var showsSearchResultsController = false
    /// The controller whose navigation item has this one.
    weak var presenter: UIViewController?

    public init(searchResultsController: UIViewController?) {
        self.searchResultsController = searchResultsController
        super.init(nibName: nil, bundle: nil)
        modalPresentationStyle = .overFullScreen
        searchBar.searchController = self
    }

    public override init(nibName: String?, bundle: Bundle?) {
        searchResultsController = nil
        super.init(nibName: nibName, bundle: bundle)
        searchBar.searchController = self
    }

    public required init?(coder: NSCoder) {
        searchResultsController = nil
        super.init(coder: coder)
        searchBar.searchController = self
    }

    open override func viewDidLoad() {
        super.viewDidLoad()
        guard let results = searchResultsController else { return }
        addChild(results)
        results.view.frame = view.bounds
        view.addSubview(results.view)
        results.didMove(toParent: self)
    }

    private var storedIsActive = false

    /// Whether the user searches. Setting it presents or dismisses the controller.
    open var isActive: Bool {
        get { storedIsActive }
        set {
            guard newValue != storedIsActive else { return }
            storedIsActive = newValue
            newValue ? begin() : end()
        }
    }

    private func begin() {
        delegate?.willPresentSearchController(self)
        if let presenter, presenter.presentedViewController == nil {
            presenter.present(self, animated: false) { [self] in
                delegate?.didPresentSearchController(self)
            }
        } else {
            delegate?.didPresentSearchController(self)
        }
        searchBar.becomeFirstResponder()
        update()
    }

    private func end() {
        searchBar.text = nil
        searchBar.resignFirstResponder()
        delegate?.willDismissSearchController(self)
        update()
        if presentingViewController != nil {
            dismiss(animated: false) { [self] in delegate?.didDismissSearchController(self) }
        } else {
            delegate?.didDismissSearchController(self)
        }
    }

    func update() { searchResultsUpdater?.updateSearchResults(for: self) }
}

@preconcurrency @MainActor
public protocol UISearchResultsUpdating: AnyObject {
    func updateSearchResults(for searchController: UISearchController)
}

@preconcurrency @MainActor
public protocol UISearchControllerDelegate: AnyObject {
    func willPresentSearchController(_ searchController: UISearchController)
    func didPresentSearchController(_ searchController: UISearchController)
    func willDismissSearchController(_ searchController: UISearchController)
    func didDismissSearchController(_ searchController: UISearchController)
}

extension UISearchControllerDelegate {
    public func willPresentSearchController(_ searchController: UISearchController) {}
    public func didPresentSearchController(_ searchController: UISearchController) {}
    public func willDismissSearchController(_ searchController: UISearchController) {}
    public func didDismissSearchController(_ searchController: UISearchController) {}
}
