internal import Glibc
internal import SystemCalls
internal import Logging
internal import PagerModel
internal import PagerServer

/// The messages that the daemon prints at its start for users and service managers.
enum Start {
    static func announce(_ name: String, _ endpoints: Endpoints, _ format: LogFormat) {
        switch format {
        case .text:
            announce("\(name) command=\(endpoints.command) events=\(endpoints.events)")
        case .json:
            JSONLogHandler().write(
                .notice, "ready",
                [
                    "name": "\(name)", "command": "\(endpoints.command)",
                    "events": "\(endpoints.events)", "plugins": "\(endpoints.plugins)",
                ])
        }
    }

    static func announce(_ text: String) { write("ready \(text.printable)\n") }

    static func fail(_ error: any Error, _ format: LogFormat = .text) -> Never {
        let text = (error as? CommandError)?.message ?? "\(error)"
        switch format {
        case .text: write("pagerd: \(text.printable)\n")
        case .json: JSONLogHandler().write(.critical, text, [:])
        }
        exit(1)
    }

    private static func write(_ text: String) {
        let bytes = Array(text.utf8)
        _ = SystemCalls.write(STDERR_FILENO, bytes, bytes.count)
    }
}
