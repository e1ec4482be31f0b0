import Containment
import Glibc
import PagerBook
import PagerModel
import PagerWire
import SystemCalls

@testable import PagerJournal
@testable import PagerServer

/// A decoder of bytes from outside.
///
/// A target traps if its decoder violates a guarantee; libFuzzer then keeps the input.
enum Target: String, CaseIterable {
    case json
    case request
    case journal
    case yaml
    case talk
    case folder
    case plugins

    /// The target of this process, set once before the first input.
    nonisolated(unsafe) static var current = Target.json

    func take(_ bytes: UnsafeRawBufferPointer) {
        switch self {
        case .json: Self.takeJSON(bytes)
        case .request: Self.takeRequest(bytes)
        case .journal: Self.takeJournal(bytes)
        case .yaml: Self.takeYAML(bytes)
        case .talk: Self.takeBook(bytes, "talk.md")
        case .folder: Self.takeFolder(bytes)
        case .plugins: Self.takePluginMessages(bytes)
        }
    }

    private static func demand(_ holds: Bool, _ promise: @autoclosure () -> String) {
        precondition(holds, "broken promise: \(promise())")
    }

    /// A parsed value can be encoded, and parsing it again gives the same text.
    private static func takeJSON(_ bytes: UnsafeRawBufferPointer) {
        guard let value = try? JSONParser.parse(Array(bytes)) else { return }
        let text = Array(value.json.utf8)
        guard let again = try? JSONParser.parse(text) else {
            return demand(false, "written JSON parses")
        }
        demand(Array(again.json.utf8) == text, "JSON is written the same twice")
    }

    /// A message gets exactly one reply, a result or an error.
    private static func takeRequest(_ bytes: UnsafeRawBufferPointer) {
        var service = Services.scene
        let reply = service.answer(Array(bytes).span, from: Peer(uid: 1000), at: .zero)
        guard let value = try? JSONParser.parse(reply, maximumDepth: JSONParser.deepest) else {
            return demand(false, "a reply is JSON")
        }
        demand(
            (value["result"] == nil) != (value["error"] == nil), "a reply is a result or an error")
    }

    /// A journal is restored or refused with a problem. Checksums are corrected first, so that the
    /// fuzzer reaches the code after them.
    private static func takeJournal(_ bytes: UnsafeRawBufferPointer) {
        var journal = Array(bytes)
        JournalRecord.setChecksums(of: &journal)
        do {
            let journal = FileBytes(journal)
            var service = Services.empty
            var restoring = JournalReplayer(path: "memory")
            let history = try? restoring.history(in: journal, for: service.identity)
            guard history != nil, (try? restoring.restore(&service, from: journal)) != nil else {
                return
            }
            demand(restoring.end <= journal.count, "a journal ends within its file")
            // A restored service accepts commands.
            let time = restoring.time
            service.restart(at: time)
            let request = Services.snapshotRequest
            let reply = service.answer(
                request.span, from: Peer(uid: 1000), at: time)
            let isJSON = (try? JSONParser.parse(reply, maximumDepth: JSONParser.deepest)) != nil
            demand(isJSON, "a reply is JSON")
        }
    }

    /// A book is parsed or refused with its place; its commands succeed or are refused.
    private static func takeYAML(_ bytes: UnsafeRawBufferPointer) {
        let text = String(decoding: bytes, as: UTF8.self)
        do {
            _ = try Document.parse(text, name: "book.yaml")
        } catch {
            demand(error.description.hasPrefix("book.yaml:"), "a problem names its place: \(error)")
        }
        takeBook(bytes, "book.yaml")
    }

    private static func takeBook(_ bytes: UnsafeRawBufferPointer, _ name: String) {
        do {
            let text = String(decoding: bytes, as: UTF8.self)
            describe(errorsOf: try Book.parse(text, name: name), from: name)
        } catch {
            demand("\(error)".hasPrefix(name), "a problem names its place: \(error)")
        }
    }

    /// Each value of each command has a place in the book, for the daemon's errors.
    private static func describe(errorsOf book: Book, from name: String) {
        for (index, command) in book.commands.enumerated() {
            for member in command.params.members ?? [] {
                let error = CommandError(
                    .invalidParams, "wrong", path: "commands[\(index)].params.\(member.name)")
                demand(book.describe(error).hasPrefix(name), "an error names its place")
                _ = book.page(of: error)
            }
        }
    }

    /// Files with names and contents that zero bytes separate.
    private static func takeFolder(_ bytes: UnsafeRawBufferPointer) {
        let folder = "/tmp/pagerd-fuzz-\(getpid())"
        mkdir(folder, 0o700)
        var files: [String] = []
        var parts = bytes.split(separator: 0, omittingEmptySubsequences: false)[...]
        while let name = parts.popFirst(), let content = parts.popFirst(), files.count < 8 {
            let name = String(decoding: name.filter { $0 != UInt8(ascii: "/") }, as: UTF8.self)
            let file = open("\(folder)/\(name)", O_WRONLY | O_CREAT | O_TRUNC, 0o600)
            guard file >= 0 else { continue }
            write(all: Array(content), to: file)
            close(file)
            files.append("\(folder)/\(name)")
        }
        defer { for file in files { unlink(file) } }
        do {
            describe(errorsOf: try Book.read(path: folder), from: folder)
        } catch {
            demand("\(error)".hasPrefix(folder), "a problem names its place: \(error)")
        }
    }

    /// Messages on the plugins socket, one a line, alternately from two connections.
    private static func takePluginMessages(_ bytes: UnsafeRawBufferPointer) {
        var service = Services.scene
        var isFirst = true
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            let connection = PluginConnection(
                routing: isFirst ? [1] : [2], peer: Peer(uid: 1000), pid: 7, isDelimited: false)
            isFirst.toggle()
            service.take(Array(line).span, from: connection, at: .zero)
        }
        service.runPluginDeadlines(at: Instant.zero.advanced(by: 60))
        for stray in service.plugins.strays {
            demand((try? JSONParser.parse(stray.message)) != nil, "a message to a plugin is JSON")
        }
    }
}
