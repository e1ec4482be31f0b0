public import Containment

/// The kinds of containers that come with pagerd. Each is written on `ContainerKind` alone.
public enum Containers {
    public static let kinds: [any ContainerKind] = [
        Pager(), TabBar(), Navigation(), Page(), Split(),
    ]
}

extension Plugins {
    /// What a program adds, and before it the containers that come with pagerd.
    package var withContainers: Plugins {
        var all = self
        all.kinds = Containers.kinds + kinds
        return all
    }
}
