import PagerModel
import PagerWire

@testable import PagerServer

/// The requests and replies that the reference shows.
///
/// A service in this process replies to the requests, so an example is what a daemon sends.
enum ReferenceExamples {
    static let introduction = """
        Parameters may be omitted unless they are `required`. Every result may also have the \
        members that [Replies](#replies) describes. Examples show `params` and `result` only; \
        `...` stands for a value that differs each time, and for omitted members and elements.
        """

    /// The methods whose example shows more than their declarations say.
    static let shown = [
        "events.replay", "state.snapshot", "batch", "plugin.register", "controller.create",
        "controller.transition", "transition.define", "transition.get", "modal.get",
        "pager.select", "pager.supply", "navigation.pop",
    ]

    /// An exchange as two lines of the document. Nil if the method is not among those shown.
    static func text(of method: String) -> String? {
        guard let exchange = all.first(where: { $0.method == method && shown.contains(method) })
        else { return nil }
        return "    → \(exchange.params)\n    ← \(exchange.result)"
    }

    /// The methods that a service has accepted.
    static var accepted: [String] { all.map(\.method) }

    private struct Exchange {
        var method: String
        var params: String
        var result: String
    }

    /// The refused requests of the dialogues. An example shows a request that succeeds.
    static var refused: [String] { played.refused }

    private static var all: [Exchange] { played.exchanges }

    private static let played: (exchanges: [Exchange], refused: [String]) = {
        var exchanges: [Exchange] = []
        var refused: [String] = []
        for dialogue in dialogues.split(separator: "\n---\n") {
            play(dialogue.split(separator: "\n"), &exchanges, &refused)
        }
        return (exchanges, refused)
    }()

    /// Sends the requests of a dialogue to a new service. `$T` stands for the latest transition. The
    /// plugin `clock` sends the lines that begin with `+`, and its process ends at the line `-`.
    private static func play(
        _ lines: [Substring], _ exchanges: inout [Exchange], _ refused: inout [String]
    ) {
        var identity = Service.Identity()
        identity.clock = .manual
        let folder = "ipc:///run/user/1000/pagerd/default"
        identity.endpoints = Endpoints {
            $0.command = "\(folder)/command"
            $0.events = "\(folder)/events"
            $0.plugins = "\(folder)/plugins"
        }
        var service = Service(identity)
        var transition = ""
        for line in lines {
            if line == "-" {
                service.pluginIsGone("clock", "exited 1", at: .zero)
                continue
            }
            let isOfPlugin = line.hasPrefix("+")
            let line = line.drop { $0 == "+" }
            let method = String(line.prefix { $0 != " " })
            let params = line.dropFirst(method.count + 1).replacing("$T", with: transition)
            let request =
                #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":\#(params)}"#
            let reply =
                isOfPlugin
                ? replyToPlugin(request, from: &service)
                : service.answer(Array(request.utf8).span, from: Peer(uid: nil), at: .zero)
            guard let value = try? JSONParser.parse(reply), value["error"] == nil else {
                refused.append("\(request): \(String(decoding: reply, as: UTF8.self))")
                continue
            }
            if let id = value["result"]?["transition"]?.string { transition = id }
            if !exchanges.contains(where: { $0.method == method }) {
                exchanges.append(
                    Exchange(
                        method: method, params: String(params),
                        result: shortened(value["result"] ?? .null).json))
            }
        }
    }

    /// Returns the reply to a request of the plugin `clock`.
    private static func replyToPlugin(_ request: String, from service: inout Service) -> [UInt8] {
        let connection = PluginConnection(
            routing: Array("clock".utf8), peer: Peer(uid: nil), pid: nil, isDelimited: false)
        service.take(Array(request.utf8).span, from: connection, at: .zero)
        defer { service.plugins.change("clock") { $0.didSend() } }
        return service.plugins["clock"]?.next ?? []
    }

    /// Returns a result without values that differ each time. Of a long list, only the first element
    /// remains, and of an object at most 8 members.
    private static func shortened(_ value: Value) -> Value {
        if let members = value.members {
            let kept = members.prefix(8).map { member in
                Value.Member(
                    member.name,
                    random.contains(member.name) ? "..." : shortened(member.value))
            }
            return .object(kept + (members.count > 8 ? [Value.Member("...", "...")] : []))
        }
        if let elements = value.array {
            let most = value.json.utf8.count > 200 ? 1 : 3
            return .array(
                elements.prefix(most).map(shortened) + (elements.count > most ? ["..."] : []))
        }
        return value
    }

    private static let random: Set<String> = ["boot", "history", "changes", "version", "uptime"]
}
