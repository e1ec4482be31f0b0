import DaemonUnderTest
import Glibc
import PagerModel
import PagerWire
import Testing

extension KilledDaemon {
    /// The path of the book, which exists only while a daemon starts with it.
    var book: String { "\(daemon.folder)/book.yaml" }

    /// Kills the daemon and starts the next one with a book that has this text.
    func restart(showing text: String) throws {
        let file = try #require(fopen(book, "w"))
        defer { unlink(book) }
        fputs(text, file)
        fclose(file)
        kill()
        try restart(["--book", book])
    }

    /// Returns the result of a request, which must not be refused.
    @discardableResult
    func result(_ method: String, _ params: Value = [:]) throws -> Value {
        let reply = try send(method, params)
        return try #require(reply["result"], "\(reply.json)")
    }
}
