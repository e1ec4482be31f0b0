import Containment
import PagerModel
import PagerWire

@testable import PagerJournal
@testable import PagerServer

/// The services with which each input starts. A copy costs nothing until it changes.
enum Services {
    nonisolated(unsafe) static let empty: Service = {
        var identity = Service.Identity()
        identity.boot = "boot"
        identity.history = "history"
        identity.clock = .manual
        return Service(identity)
    }()

    /// A service with a window that contains a pager of three pages, a stack and a plugin's page.
    nonisolated(unsafe) static let scene: Service = {
        var service = empty
        let requests = [
            #"{"jsonrpc":"2.0","id":1,"method":"window.create","params":{"id":"w"}}"#,
            #"{"jsonrpc":"2.0","id":2,"method":"controller.create","params":{"id":"p","kind":"pager"}}"#,
            #"{"jsonrpc":"2.0","id":3,"method":"controller.create","params":{"id":"a","kind":"view"}}"#,
            #"{"jsonrpc":"2.0","id":4,"method":"controller.create","params":{"id":"b","kind":"view"}}"#,
            #"{"jsonrpc":"2.0","id":5,"method":"controller.create","params":{"id":"n","kind":"navigation"}}"#,
            #"{"jsonrpc":"2.0","id":6,"method":"pager.setPages","params":{"id":"p","pages":["a","b","n"]}}"#,
            #"{"jsonrpc":"2.0","id":7,"method":"window.setRoot","params":{"id":"w","controller":"p"}}"#,
        ]
        for request in requests {
            let reply = service.answer(Array(request.utf8).span, from: Peer(uid: 1000), at: .zero)
            guard let value = try? JSONParser.parse(reply), value["error"] == nil else {
                fatalError(
                    "the scene of the fuzzer is refused: \(String(decoding: reply, as: UTF8.self))")
            }
        }
        service.outbox.removeAll()
        return service
    }()

    static let snapshotRequest = Array(
        #"{"jsonrpc":"2.0","id":1,"method":"state.snapshot","params":{}}"#.utf8)
}

extension JournalRecord {
    /// Sets the correct checksum in each record whose other parts are valid.
    static func setChecksums(of journal: inout [UInt8]) {
        journal.withUnsafeMutableBytes { all in
            var start = 0
            while all.count - start >= headerBytes {
                let length = UInt64(
                    littleEndian: all.loadUnaligned(fromByteOffset: start + 8, as: UInt64.self))
                guard length <= UInt64(all.count - start - headerBytes) else { return }
                let end = start + headerBytes + Int(length)
                let rest = Array(all[(start + 8)..<end])
                all.storeBytes(
                    of: Checksum.crc32c(rest.span).littleEndian, toByteOffset: start + 4,
                    as: UInt32.self)
                start = end
            }
        }
    }
}
