extension EventBody {
    /// One event of each case but those of kinds, in the order of the cases. What they point to in a log: a detail, and
    /// of the rest a text first, then a list, a value and a creation.
    package static let exemplars: [EventBody] =
        engineExemplars + presentationExemplars + recordExemplars

    private static let text = LogIndex(0)
    private static let list = LogIndex(1)
    private static let value = LogIndex(2)
    private static let creation = LogIndex(3)
    private static let detail = LogIndex(0)

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
        .didChangeHidden(false), .viewUpdated(changes: value),
        .began(detail: detail), .progressed(TransitionID(1), progress: 0),
        .interactionEnded(TransitionID(1), cancelled: false),
        .completion(TransitionID(1), finished: true), .ended(TransitionID(1), .completed),
        .queued(command: text), .dropped(command: text, error: text),
    ]

    private static let presentationExemplars: [EventBody] = [
        .presentationTransitionWillBegin(presenter: .none, style: .automatic),
        .presentationTransitionDidEnd(completed: true), .dismissalTransitionWillBegin,
        .dismissalTransitionDidEnd(completed: true), .shouldDismiss, .willDismiss, .didDismiss,
        .didAttemptToDismiss,
    ]

    private static let recordExemplars: [EventBody] = [
        .windowCreated(.standard), .windowDestroyed, .windowRootChanged(controller: .none),
        .windowResized(.standard),
        .controllerCreated(record: creation), .controllerUpdated(changes: value),
        .controllerContentChanged(content: value), .controllerDestroyed,
        .controllerCustom(name: text, values: value),
        .unbalanced(message: text), .misuse(message: text), .warning(message: text),
    ]
}
