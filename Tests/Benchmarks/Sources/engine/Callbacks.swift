import PagerModel

extension EventRecord {
    /// Whether it is a callback of a view controller: a method that a subclass can override.
    var isCallback: Bool { Self.callbacks.contains(number) }

    private static let callbacks: Set<EventNumber> = [
        ContainmentEvents.WillMoveToParent.number, ContainmentEvents.DidMoveToParent.number,
        LifecycleEvents.LoadView.number, LifecycleEvents.ViewDidLoad.number,
        LifecycleEvents.ViewWillAppear.number, LifecycleEvents.ViewIsAppearing.number,
        LifecycleEvents.ViewDidAppear.number, LifecycleEvents.ViewWillDisappear.number,
        LifecycleEvents.ViewDidDisappear.number, LifecycleEvents.ViewWillLayoutSubviews.number,
        LifecycleEvents.ViewDidLayoutSubviews.number,
    ]
}
