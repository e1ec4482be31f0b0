internal import Containment
internal import PagerModel

extension Service {
    /// Removes a disconnected plugin. Afterwards, other plugins may host its kinds, and other users
    /// may register a plugin with its name.
    ///
    /// - Throws: `invalidArgument` for an unknown plugin, `unsupported` for a plugin that is
    ///   connected or configured, `controllerInUse` for a plugin that hosts controllers.
    mutating func forget(_ command: PluginForget) throws(CommandError) {
        let plugin = try plugin(named: command.name)
        guard !plugin.isAttached else {
            throw CommandError(
                .unsupported, "the plugin \(plugin.name) is connected; stop its process first",
                path: "name")
        }
        guard !plugin.isConfigured else {
            throw CommandError(
                .unsupported,
                "the configuration names the plugin \(plugin.name); remove it there, and restart "
                    + "the daemon", path: "name")
        }
        let kinds = plugins.kinds(of: plugin.name)
        let controllers = kinds.reduce(0) { $0 + scene.count(ofKind: $1) }
        guard controllers == 0 else {
            throw CommandError(
                .controllerInUse,
                "the plugin \(plugin.name) hosts \(counted(controllers, "controller")); destroy "
                    + "\(controllers == 1 ? "it" : "them") first (see plugin.controllers)",
                path: "name")
        }
        plugins.forget(plugin.name)
        for kind in kinds { scene.removeHostedKind(at: kind) }
        tell(PluginEvents.Forgotten(), of: plugin.name)
        recorder.forget(hosting: Set<Int>(kinds))
    }
}
