import PagerModel

extension EventRecord {
    /// Whether it is a callback of a view controller: a method that a subclass can override.
    var isCallback: Bool { Self.callbacks.contains(place) }

    private static let callbacks: Set<EventPlace> = [
        ContainmentEvents.WillMoveToParent.place, ContainmentEvents.DidMoveToParent.place,
        LifecycleEvents.LoadView.place, LifecycleEvents.ViewDidLoad.place,
        LifecycleEvents.ViewWillAppear.place, LifecycleEvents.ViewIsAppearing.place,
        LifecycleEvents.ViewDidAppear.place, LifecycleEvents.ViewWillDisappear.place,
        LifecycleEvents.ViewDidDisappear.place, LifecycleEvents.ViewWillLayoutSubviews.place,
        LifecycleEvents.ViewDidLayoutSubviews.place,
    ]
}
