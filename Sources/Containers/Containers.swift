public import Containment

/// The built-in container kinds. They are implemented with the public protocol `ContainerKind`.
public enum Containers {
    public static let kinds: [any ContainerKind] = [
        Pager(), TabBar(), Navigation(), Page(), Split(),
    ]
}

extension Plugins {
    /// A copy of these plugins in which `kinds` contains the built-in container kinds, followed by
    /// the program's own kinds.
    package var withContainers: Plugins {
        var all = self
        all.kinds = Containers.kinds + kinds
        return all
    }
}
