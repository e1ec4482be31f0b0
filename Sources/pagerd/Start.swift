internal import Glibc
internal import PagerModel
internal import PagerServer

/// What a person or a supervisor reads at the start.
enum Start {
    /// The commands of a book, or the end of the process with the place of its mistake.
    static func commands(of book: String) throws -> [BatchedCommand] { [] }

    static func announce(_ name: String, _ endpoints: Endpoints) {
        write("ready \(name) command=\(endpoints.command) events=\(endpoints.events)\n")
    }

    static func fail(_ error: any Error) -> Never {
        if let refusal = error as? Refusal {
            let place = refusal.path.map { " at \($0)" } ?? ""
            write("pagerd: the book is refused\(place): \(refusal.message)\n")
        } else {
            write("pagerd: \(error)\n")
        }
        exit(1)
    }

    private static func write(_ text: String) {
        let bytes = Array(text.utf8)
        _ = Glibc.write(STDERR_FILENO, bytes, bytes.count)
    }
}
