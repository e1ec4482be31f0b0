import Glibc
import PagerClient
import PagerModel

/// A plugin that prints each message it receives as a line, and stops reading on request.
///
///     PluginUnderTest ENDPOINT NAME KIND [SINCE]
///
/// It writes `attached SEQ`, `missed SEQ EVENT ID`, `told EVENT ID`, `event SEQ EVENT ID`. It reads
/// `hold N`, replies `holding`, and after N more events writes `held` and stops reading.
struct PluginUnderTest: ~Copyable {
    private var connection: PluginConnection
    /// The number of events until it stops reading.
    private var left = Int.max
    private var line: [UInt8] = []

    init(_ connection: consuming PluginConnection) { self.connection = connection }

    mutating func attach(_ arguments: [String]) throws {
        let reply = try connection.register(
            name: arguments[1], kinds: [arguments[2]], decisions: ["contentFor"],
            since: arguments.count > 3 ? Int(arguments[3]) : nil)
        say("attached \(reply["seq"]?.integer ?? 0)")
        for event in reply["missed"]?["events"]?.array ?? [] { say("missed", event) }
        for told in PluginState.told(reply) { say("told \(told.event) \(told.id)") }
    }

    private func say(_ text: String) {
        let bytes = Array((text + "\n").utf8)
        // A write of this size to a pipe is atomic, so only complete lines appear even after a
        // kill.
        _ = write(STDOUT_FILENO, bytes, bytes.count)
    }

    private func say(_ word: String, _ event: Value) {
        let seq = event["seq"]?.integer ?? 0
        say("\(word) \(seq) \(event["event"]?.string ?? "") \(event["subject"]?.string ?? "")")
    }

    mutating func run() throws {
        let input = connection.watch(STDIN_FILENO)
        while true {
            while let message = try connection.next() {
                switch message {
                case .event(let event): take(event)
                case .question(let id, let params):
                    let body = Value.string("\(params["controller"]?.string ?? "")'s own")
                    try connection.answer(id, ["type": "text/plain", "body": body])
                case .refused(let method, let refused): say("refused \(method) \(refused)")
                case .shutdown: return
                }
            }
            try connection.renew()
            try connection.wait()
            if connection.isReady(input), !read() {
                // The plugin waits only for its input; if the daemon ends, it keeps waiting.
                connection.watch(input, reading: false, writing: false)
            }
        }
    }

    private mutating func take(_ event: Value) {
        say("event", event)
        left -= 1
        guard left == 0 else { return }
        say("held")
        while true { pause() }
    }

    /// Returns false at the end of the input.
    private mutating func read() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 256)
        let count = Glibc.read(STDIN_FILENO, &buffer, buffer.count)
        guard count > 0 else { return count < 0 && errno == EINTR }
        line += buffer.prefix(count)
        while let end = line.firstIndex(of: UInt8(ascii: "\n")) {
            let words = String(decoding: line[..<end], as: UTF8.self).split(separator: " ")
            line.removeFirst(end + 1)
            left = words.count == 2 ? Int(words[1]) ?? .max : .max
            say("holding")
        }
        return true
    }
}

do {
    let arguments = Array(CommandLine.arguments.dropFirst())
    var plugin = PluginUnderTest(try PluginConnection(arguments[0]))
    try plugin.attach(arguments)
    try plugin.run()
} catch {
    let bytes = Array("PluginUnderTest: \(error)\n".utf8)
    _ = write(STDERR_FILENO, bytes, bytes.count)
    exit(1)
}
