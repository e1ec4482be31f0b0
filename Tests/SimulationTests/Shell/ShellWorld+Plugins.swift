import PagerModel
import RandomCommands

@testable import PagerPlugins
@testable import PagerServer

/// The actions of plugins.
extension ShellWorld {
    func actPlugin(_ step: Step) throws -> String? {
        if step.method == "plugin.ask" { return try ask(step) }
        guard let name = step.params["name"]?.string, var plugin = plugins[name] else { return nil }
        defer { plugins[name] = plugin }
        switch step.method {
        case "plugin.register":
            guard plugin.connection == nil else { return nil }
            let since = plugin.since(isTold: step.params["since"] == true)
            let connection = plugin.connect()
            if service.plugins[name]?.isConfigured == true {
                take(.started(Identifier(unchecked: name), Int32(connection.pid ?? 0)))
            }
            take(
                [
                    "jsonrpc": "2.0", "id": "register", "method": "plugin.register",
                    "params": [
                        "name": .string(name), "kinds": [.string(name)],
                        "decisions": step.params["decisions"] ?? [], "since": since,
                    ],
                ], from: connection)
            note("plugins that came")
        case "plugin.die":
            guard plugin.connection != nil else { return nil }
            note("plugins that died")
            switch step.params["how"]?.string {
            case "program" where service.plugins[name]?.isConfigured == true:
                take(.ended(Identifier(unchecked: name), reason: "killed by signal 9"))
            case "connection": connectionEnded(name)
            default: processEnded(name)
            }
        case "plugin.fail":
            guard service.plugins[name]?.isConfigured == true, plugin.connection == nil else {
                return nil
            }
            note("programs that failed")
            let id = Identifier(unchecked: name)
            take(.started(id, 99))
            take(
                step.params["isFound"] == true
                    ? .ended(id, reason: "exited 1") : .failed(id, ProcessProblem("no program")))
        case "plugin.hang":
            guard plugin.connection != nil else { return nil }
            plugin.hangs = step.params["hangs"] == true
            if plugin.hangs { note("plugins that hang") }
        case "plugin.answer":
            guard let connection = plugin.connection else { return nil }
            let decision =
                switch step.params["to"]?.string {
                case "oldest": plugin.asked.first
                case "newest": plugin.asked.last
                default: "d\(Int.max)"
                }
            guard let decision else { return nil }
            take(
                [
                    "jsonrpc": "2.0", "id": .string(decision),
                    "result": ["answer": step.params["answer"] ?? .null],
                ], from: connection)
            note("answers")
        default: break
        }
        return nil
    }

    /// Sends a plugin's request, which must change nothing if it is refused.
    private func ask(_ step: Step) throws -> String? {
        if let problem = try turn() { return problem }
        guard let name = step.params["name"]?.string, let connection = plugins[name]?.connection
        else { return nil }
        let before = service
        plugins[name]?.isRefused = false
        take(
            [
                "jsonrpc": "2.0", "id": "ask", "method": step.params["method"] ?? .null,
                "params": step.params["params"] ?? [:],
            ], from: connection)
        if let problem = try turn() { return problem }
        guard plugins[name]?.isRefused == true else { return nil }
        note("refused requests of plugins")
        return archived(before) == archived(service)
            ? nil
            : "\(step.params["method"]?.string ?? "") of a plugin was refused and has changed something"
    }
}
