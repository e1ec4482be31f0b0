internal import PagerModel
internal import PagerWire
internal import Synchronization

/// What the speakers of a talk share: one timer for all their windows, a pointer on all screens, and
/// the page at which the screens of the audience are frozen. It lasts until pagerview ends.
///
/// A browser with the token for commands sends `{"talk": {...}}` with the members that change, and
/// pagerview sends them to all browsers:
/// - `timer`: `{elapsed, isRunning, length}` in seconds; `length` is null for a timer without end
/// - `pointer`: `[x, y]`, each from 0 to 1 of the window, or false
/// - `frozen`: `{container, shown}`, or false
final class SharedTalk: Sendable {
    /// The members of the message, with their values in the message to a browser. A pointer is not
    /// sent to browsers that connect later.
    private struct State {
        var timer: Timer?
        var frozen: Value?
    }

    private struct Timer {
        var elapsed: Double
        var isRunning: Bool
        var length: Double?
        /// The time of `elapsed`.
        var time: Double

        var value: Value {
            let passed = isRunning ? WebServer.now() - time : 0
            return [
                "elapsed": .number(elapsed + passed), "isRunning": .bool(isRunning),
                "length": length.map { .number($0) } ?? .null,
            ]
        }
    }

    private static let longestTime = 100.0 * 3_600
    private let state = Mutex(State())

    /// Takes the valid members of a message from a speaker.
    ///
    /// - Returns: The message for all browsers, and whether only the pointer moves. Nil without a
    ///   valid member.
    func take(_ message: Value) -> (note: [UInt8], isPassing: Bool)? {
        var members: [Value.Member] = []
        state.withLock { state in
            if let timer = Self.timer(message["timer"]) {
                state.timer = timer
                members.append(.init("timer", timer.value))
            }
            if let frozen = Self.frozen(message["frozen"]) {
                state.frozen = frozen == false ? nil : frozen
                members.append(.init("frozen", frozen))
            }
        }
        let isPassing = members.isEmpty && message["pointer"] != false
        if let pointer = Self.pointer(message["pointer"]) {
            members.append(.init("pointer", pointer))
        }
        return members.isEmpty ? nil : (Self.note(members), isPassing)
    }

    /// The message for a browser that has just connected. Nil if nothing is shared.
    var note: [UInt8]? {
        let (timer, frozen) = state.withLock { ($0.timer?.value, $0.frozen) }
        let members = [
            timer.map { Value.Member("timer", $0) }, frozen.map { Value.Member("frozen", $0) },
        ].compactMap { $0 }
        return members.isEmpty ? nil : Self.note(members)
    }

    private static func note(_ members: [Value.Member]) -> [UInt8] {
        Array(Value.object([.init("talk", .object(members))]).json.utf8)
    }

    private static func timer(_ value: Value?) -> Timer? {
        guard let elapsed = value?["elapsed"]?.double, (0...longestTime).contains(elapsed) else {
            return nil
        }
        let length = value?["length"]?.double.flatMap { (0...longestTime).contains($0) ? $0 : nil }
        return Timer(
            elapsed: elapsed, isRunning: value?["isRunning"] == true, length: length,
            time: WebServer.now())
    }

    private static func pointer(_ value: Value?) -> Value? {
        if value == false { return false }
        guard let point = value?.array?.compactMap(\.double), point.count == 2,
            point.allSatisfy({ (0...1).contains($0) })
        else { return nil }
        return .array(point.map { .number($0) })
    }

    private static func frozen(_ value: Value?) -> Value? {
        if value == false { return false }
        guard let container = value?["container"]?.string, let page = value?["shown"]?.string,
            Identifier(container) != nil, Identifier(page) != nil
        else { return nil }
        return ["container": .string(container), "shown": .string(page)]
    }
}
