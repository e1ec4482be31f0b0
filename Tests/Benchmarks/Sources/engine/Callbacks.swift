import PagerModel

extension EventBody {
    /// Whether a view controller hears it: what a subclass can override.
    var isCallback: Bool {
        switch self {
        case .willMoveToParent, .didMoveToParent, .loadView, .viewDidLoad, .viewWillAppear,
            .viewIsAppearing, .viewDidAppear, .viewWillDisappear, .viewDidDisappear,
            .viewWillLayoutSubviews, .viewDidLayoutSubviews:
            true
        default:
            false
        }
    }
}
