public import Containment
internal import PagerModel

/// The kinds of containers that come with pagerd. Each is written on `ContainerKind` alone.
public enum Containers {
    public static let kinds: [any ContainerKind] = [
        Pager(), TabBar(), Navigation(), Page(), Split(),
    ]

    /// The commands of these kinds.
    public static let commands: [any SceneCommand.Type] = [
        PagerSetPages.self, PagerSwipe.self, PagerSelect.self, PagerNext.self,
        PagerPrevious.self, PagerInsert.self, PagerRemove.self, PagerMove.self,
        PagerPause.self, PagerResume.self,
        TabBarSetControllers.self, TabBarSelect.self,
        NavigationSetStack.self, NavigationPush.self, NavigationPop.self,
        NavigationPopTo.self, NavigationPopToRoot.self,
        PageSet.self, SplitSetColumns.self, SplitShowDetail.self, SplitSetDisplayMode.self,
    ]
}
