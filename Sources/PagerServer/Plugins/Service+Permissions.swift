internal import Containment
internal import PagerModel
internal import PagerWire

/// Functions that check a plugin's permissions. A plugin may change the controllers that it hosts.
/// Other changes require a grant in the plugin's configuration.
extension Service {
    /// Checks that a plugin may call a method with these parameters.
    ///
    /// - Throws: `notPermitted` with the missing grant.
    func permit(
        _ method: String, _ params: [Value.Member], to plugin: Plugin
    ) throws(CommandError) {
        switch methods[method]?.access ?? Access(method: method) {
        case .free: break
        case .grant(let grant): try require(grant, of: plugin, for: method)
        case .hosted(let grant):
            if !concernsHosted(params, plugin) { try require(grant, of: plugin, for: method) }
            // Reactions are commands that run later without a permission check.
            if params.contains(where: { $0.name == "on" && $0.value != .null }) {
                try require(.contain, of: plugin, for: "\(method) with `on`")
            }
        case .batch: try permitBatch(params, to: plugin)
        }
    }

    private func permitBatch(
        _ params: [Value.Member], to plugin: Plugin
    ) throws(CommandError) {
        let commands = params.first { $0.name == "commands" }?.value.array ?? []
        for (index, command) in commands.enumerated() {
            do {
                try permit(
                    command["method"]?.string ?? "", command["params"]?.members ?? [], to: plugin)
            } catch {
                throw error.inside("commands[\(index)]")
            }
        }
    }

    private func require(
        _ grant: Grant, of plugin: Plugin, for method: String
    ) throws(CommandError) {
        guard plugin.grants.contains(grant) else {
            throw Self.lacks(grant, plugin.name, "call \(beginning(of: method))")
        }
    }

    static func lacks(_ grant: Grant, _ name: String, _ what: String) -> CommandError {
        CommandError(
            .notPermitted,
            "the plugin \(name) may not \(what): its configuration lacks the grant "
                + "\(grant.rawValue)", details: [.init("grant", .string(grant.rawValue))])
    }

    private func hosts(_ kind: Int?, _ plugin: Plugin) -> Bool {
        kind.flatMap { plugins.host(of: $0) } == plugin.name
    }

    /// Returns whether a command with these parameters uses or creates a controller that the plugin
    /// hosts.
    private func concernsHosted(_ params: [Value.Member], _ plugin: Plugin) -> Bool {
        for member in params {
            switch (member.name, member.value) {
            case ("kind", .string(let kind)): return hosts(scene.kind(named: kind), plugin)
            case ("id", .string(let text)), ("view", .string(let text)):
                guard !params.contains(where: { $0.name == "kind" }),
                    let id = Identifier(text), let controller = try? scene.controller(id)
                else { continue }
                return hosts(scene.hostedKind(of: controller), plugin)
            default: continue
            }
        }
        return false
    }
}
