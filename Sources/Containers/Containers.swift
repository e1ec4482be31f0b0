public import Containment

/// The kinds of containers that come with pagerd. Each is written on `ContainerKind` alone.
public enum Containers {
    public static let kinds: [any ContainerKind] = [
        Pager(), TabBar(), Navigation(), Page(), Split(),
    ]
}
