internal import Containers
public import Containment
public import PagerModel

/// A scene to try containers in, without a daemon.
extension Scene {
    /// A scene with the kinds that come with pagerd, those of `plugins`, and one window, `window`.
    ///
    /// - Parameters:
    ///   - plugins: what a package adds.
    ///   - release: whose order of callbacks is reproduced.
    ///   - size: of the window, in points.
    /// - Precondition: no name of the plugins is taken.
    public static func standard(
        adding plugins: Plugins = Plugins(), release: Release = .iOS18, size: Size = .standard
    ) -> Scene {
        var scene = Scene(
            release: release, kinds: plugins.withContainers.kinds, commands: plugins.commands,
            styles: plugins.styles)
        do {
            try scene.run(WindowCreate(id: "window", size: size))
        } catch {
            preconditionFailure("a new scene has no window: \(error.message)")
        }
        return scene
    }

    /// Carries out a command at the scene's own time.
    ///
    /// - Throws: the refusal; then the scene is what it was before.
    @discardableResult
    public mutating func run<C: SceneCommand>(_ command: C) throws(CommandError) -> C.Reply {
        try apply(command, at: now)
    }

    /// Makes a controller.
    ///
    /// - Parameter options: of every controller, and those of its kind.
    /// - Throws: `idTaken`, `kindUnknown`, `invalidParams`, `invalidArgument`.
    public mutating func make(
        _ id: Identifier, kind: String = "view", options: [Value.Member] = []
    ) throws(CommandError) {
        try run(ControllerCreate(id: id, kind: kind, options: options))
    }

    /// Makes a controller the root of the window.
    ///
    /// - Throws: as `window.setRoot`.
    public mutating func show(_ root: Identifier) throws(CommandError) {
        try run(WindowSetRoot(id: "window", controller: root))
    }

    /// Lets time pass: deadlines that are due on the way happen, each at its time.
    ///
    /// - Precondition: `seconds` is finite and not negative.
    public mutating func advance(by seconds: Double) {
        precondition(seconds.isFinite && seconds >= 0, "time goes on, by seconds that are finite")
        advance(to: now.advanced(by: seconds))
    }
}
