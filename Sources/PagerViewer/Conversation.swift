internal import PagerModel
internal import PagerWire

/// The messages exchanged with one browser over its WebSocket.
///
/// The browser sends `{"token": TEXT}` first, empty where it has none. Then `{"request": {id,
/// method, params}}`, answered by `{"reply": ...}`, and `{"resync": true}`. It is told
/// `{"welcome"}`, `{"daemon"}`, `{"snapshot"}`, `{"events"}`, `{"beat"}`, or once `{"refused"}`.
struct Conversation: Sendable {
    /// Bytes of one message from a browser that has the token.
    static let longestMessage = 8 << 20
    /// Bytes of one message from a browser that has not sent the token.
    static let longestForeignMessage = 4 << 10

    let gate: OriginPolicy
    let relay: BrowserHub
    let desk: CommandForwarder
    /// Whether a browser without the token may watch.
    let admitsWatchers: Bool

    /// What a browser may do.
    enum Standing: Equatable {
        /// It has sent no message yet.
        case unknown
        case watches(outlet: Int)
        case commands(outlet: Int)

        var outlet: Int? {
            switch self {
            case .unknown: nil
            case .watches(let outlet), .commands(let outlet): outlet
            }
        }

        /// Bytes that its next message may have.
        var longestMessage: Int {
            if case .commands = self { return Conversation.longestMessage }
            return Conversation.longestForeignMessage
        }
    }

    /// Ends a conversation; `refusal` is sent first.
    struct Ending: Error {
        var refusal: String?
    }

    /// Takes a whole message of a browser.
    ///
    /// - Throws: `Ending`.
    func take(_ bytes: [UInt8], _ standing: inout Standing) throws(Ending) {
        guard let message = try? JSONParser.parse(bytes) else { throw Ending() }
        guard let outlet = standing.outlet else {
            guard let token = message["token"]?.string else { throw Ending() }
            standing = try admit(token)
            return
        }
        if let request = message["request"] {
            command(request, bytes.count, outlet, mayCommand: standing == .commands(outlet: outlet))
        } else if message["resync"] != nil {
            relay.resynchronize(outlet)
        } else {
            throw Ending()
        }
    }

    private func admit(_ token: String) throws(Ending) -> Standing {
        let mayCommand = gate.admits(token: token)
        guard mayCommand || admitsWatchers else {
            throw Ending(
                refusal: token.isEmpty
                    ? "This viewer needs its token: open the whole address that pagerview printed."
                    : "The token of this address is wrong: open the whole address that pagerview "
                        + "printed last.")
        }
        let folder = "/book/\(mayCommand ? gate.key : gate.watcherKey)/"
        let welcome = Value.object([
            .init("mayCommand", .bool(mayCommand)), .init("folder", .string(folder)),
            .init("tokenIsWrong", .bool(!mayCommand && !token.isEmpty)),
        ])
        let text = Array(Value.object([.init("welcome", welcome)]).json.utf8)
        guard let outlet = relay.open(isWatcher: !mayCommand, welcome: text) else {
            throw Ending(refusal: "too many browsers are open; close one of them")
        }
        return mayCommand ? .commands(outlet: outlet) : .watches(outlet: outlet)
    }

    private func command(_ request: Value, _ size: Int, _ outlet: Int, mayCommand: Bool) {
        let relay = relay
        let answer: @Sendable ([UInt8]) -> Void = { reply in
            relay.send(Array("{\"reply\":".utf8) + reply + Array("}".utf8), to: outlet)
        }
        // The description of the methods is not secret; all other methods need the token.
        guard mayCommand || request["method"] == .string(ServerDescribe.method) else {
            answer(
                CommandForwarder.failure(
                    request, "notPermitted",
                    "this browser may only watch: open the address with the token that pagerview "
                        + "printed"))
            return
        }
        desk.send(request, size: size, of: outlet, isWatcher: !mayCommand, answer: answer)
    }

    /// The browser has gone.
    func end(_ standing: Standing) {
        guard let outlet = standing.outlet else { return }
        relay.close(outlet)
        desk.leave(outlet)
    }

    /// A message that says why a browser is not served.
    static func refusal(_ text: String) -> [UInt8] {
        Array(Value.object([.init("refused", .string(text))]).json.utf8)
    }
}
