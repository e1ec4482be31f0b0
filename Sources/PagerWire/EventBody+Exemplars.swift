package import PagerModel

extension EventBody {
    /// One event of each case, in the order of the cases. What they point to in a log is at
    /// index 0.
    package static let exemplars: [EventBody] =
        engineExemplars + presentationExemplars + containerExemplars + recordExemplars

    private static let index = LogIndex(0)

    private static let engineExemplars: [EventBody] = [
        .willMoveToParent(parent: .none), .didMoveToParent(parent: .none),
        .parentChanged(parent: .none, index: 0), .removeFromParent,
        .loadView, .viewDidLoad, .viewWillAppear([]), .viewIsAppearing(animated: false),
        .viewDidAppear([]), .viewWillDisappear([]), .viewDidDisappear([]),
        .viewWillLayoutSubviews, .viewDidLayoutSubviews,
        .willTransitionToTraits(Traits(.standard)), .traitCollectionDidChange(Traits(.standard)),
        .viewWillTransitionToSize(.standard), .preferredContentSizeDidChange(child: .none),
        .viewCreated(Frame(.standard)), .viewDestroyed,
        .didMoveToSuperview(superview: .none, index: 0), .didChangeFrame(Frame(.standard)),
        .didChangeHidden(false), .viewUpdated(changes: index),
        .began(detail: index), .progressed(TransitionID(1), progress: 0),
        .interactionEnded(TransitionID(1), cancelled: false),
        .completion(TransitionID(1), finished: true), .ended(TransitionID(1), .completed),
        .queued(command: index), .dropped(command: index, error: index),
    ]

    private static let presentationExemplars: [EventBody] = [
        .presentationTransitionWillBegin(presenter: .none, style: .automatic),
        .presentationTransitionDidEnd(completed: true), .dismissalTransitionWillBegin,
        .dismissalTransitionDidEnd(completed: true), .shouldDismiss, .willDismiss, .didDismiss,
        .didAttemptToDismiss,
    ]

    private static let containerExemplars: [EventBody] = [
        .pagerWillSelect(from: .none, to: .none, index: 0),
        .pagerDidSelect(page: .none, index: 0, previousIndex: 0),
        .pagerDidSettle(page: .none, index: 0), .pagerDidCancel(index: 0),
        .pagerPagesChanged(pages: index, index: 0), .pagerBounced(.first),
        .tabBarDidSelect(controller: .none, index: 0),
        .tabBarSelectionChanged(controller: .none, index: 0),
        .tabBarControllersChanged(controllers: index),
        .navigationWillShow(controller: .none, animated: false),
        .navigationDidShow(controller: .none, animated: false),
        .navigationStackChanged(controllers: index),
        .pageWillTransition(to: index),
        .pageDidFinishAnimating(finished: true, previous: index, completed: true),
        .pagePagesChanged(controllers: index),
        .splitCollapseSecondary(secondary: .none), .splitSeparateSecondary(secondary: .none),
        .splitDisplayModeChanged(.automatic),
        .splitColumnsChanged(primary: .none, secondary: .none, collapsed: false),
    ]

    private static let recordExemplars: [EventBody] = [
        .windowCreated(.standard), .windowDestroyed, .windowRootChanged(controller: .none),
        .windowResized(.standard),
        .controllerCreated(record: index), .controllerUpdated(changes: index),
        .controllerContentChanged(content: index), .controllerDestroyed,
        .controllerCustom(name: index, values: index),
        .unbalanced(message: index), .misuse(message: index), .warning(message: index),
    ]
}
