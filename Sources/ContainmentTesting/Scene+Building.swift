internal import Containers
public import Containment
public import PagerModel

/// Functions that set up a scene for tests, without a daemon.
extension Scene {
    /// Returns a scene with the built-in container kinds, the kinds of `plugins`, and one window
    /// with the id `window`.
    ///
    /// - Parameters:
    ///   - plugins: the kinds, commands and styles that a package adds.
    ///   - release: the UIKit release whose order of callbacks is reproduced.
    ///   - size: the size of the window, in points.
    /// - Precondition: no name in `plugins` is already in use.
    public static func standard(
        adding plugins: Plugins = Plugins(), release: Release = .iOS18, size: Size = .standard
    ) -> Scene {
        var scene = Scene(
            release: release, kinds: plugins.withContainers.kinds, commands: plugins.commands,
            styles: plugins.styles)
        do {
            try scene.run(
                WindowCreate {
                    $0.id = "window"
                    $0.size = size
                })
        } catch {
            preconditionFailure("a new scene has no window: \(error.message)")
        }
        return scene
    }

    /// Runs a command at the current time of the scene.
    ///
    /// - Throws: `CommandError` if the scene refuses the command. The scene is then unchanged.
    @discardableResult
    public mutating func run<C: SceneCommand>(_ command: C) throws(CommandError) -> C.Reply {
        try apply(command, at: now)
    }

    /// Creates a controller.
    ///
    /// - Parameter options: the values of options that all controllers have or that the kind adds.
    /// - Throws: `CommandError`: `idTaken` if the id is in use, `kindUnknown` if there is no such
    ///   kind, `invalidParams` or `invalidArgument` if an option is not valid.
    public mutating func make(
        _ id: Identifier, kind: String = "view", options: [Value.Member] = []
    ) throws(CommandError) {
        try run(
            ControllerCreate {
                $0.id = id
                $0.kind = kind
                $0.options = options
            })
    }

    /// Makes a controller the root of the window.
    ///
    /// - Throws: `CommandError`, with the same errors as the command `window.setRoot`.
    public mutating func show(_ root: Identifier) throws(CommandError) {
        try run(
            WindowSetRoot {
                $0.id = "window"
                $0.controller = root
            })
    }

    /// Advances the time of the scene. Each deadline that passes takes effect at its own time.
    ///
    /// - Precondition: `seconds` is finite and not negative.
    public mutating func advance(by seconds: Double) {
        precondition(seconds.isFinite && seconds >= 0, "seconds must be finite and not negative")
        advance(to: now.advanced(by: seconds))
    }
}
