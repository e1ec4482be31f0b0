public import Containment

/// The built-in container kinds. Each uses only `ContainerKind`.
public enum Containers {
    public static let kinds: [any ContainerKind] = [
        Pager(), TabBar(), Navigation(), Page(), Split(),
    ]
}

extension Plugins {
    /// The built-in containers, followed by the program's own extensions.
    package var withContainers: Plugins {
        var all = self
        all.kinds = Containers.kinds + kinds
        return all
    }
}
