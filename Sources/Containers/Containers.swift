public import Containment

/// The built-in container kinds. They are implemented with the public protocol `ContainerKind`.
public enum Containers {
    public static let kinds: [any ContainerKind] = [
        Pager(), TabBar(), Navigation(), Page(), Split(),
    ]
}

extension Plugins {
    /// A copy of this value in which the list `kinds` begins with the built-in container kinds. The
    /// kinds that this value already contains follow them.
    package var withContainers: Plugins {
        var all = self
        all.kinds = Containers.kinds + kinds
        return all
    }
}
