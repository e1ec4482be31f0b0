import Containment
import PagerModel
import PagerServer
import PagerWire
import RandomCommands

/// A service in this process, with a manual clock.
final class ServiceTarget: Target {
    private var service: Service
    private var publications: [Publication] = []
    /// The digest of the published events; see `Behaviour.Outcome`.
    private(set) var events = Digest()

    init(uikit: Int) throws { service = try Service(uikit: uikit) }

    func exchange(_ message: [UInt8]) -> [UInt8] {
        service.answer(message.span, from: Peer(uid: nil), at: .zero)
    }

    func published(through seq: Int) throws -> [Publication] {
        for turn in service.outbox {
            for index in 0..<turn.count {
                if !turn.topic(index).suffix(8).elementsEqual(".created".utf8) {
                    events.add(turn.topic(index))
                    events.add(turn.payload(index))
                }
                publications.append(
                    Publication(
                        topic: String(decoding: turn.topic(index), as: UTF8.self),
                        payload: try JSONParser.parse(Array(turn.payload(index)))))
            }
        }
        service.outbox.removeAll()
        return publications
    }

    /// Returns the digest of the state.
    func state() -> Digest {
        let request = #"{"jsonrpc":"2.0","id":0,"method":"state.snapshot","params":{"limit":1000}}"#
        var digest = Digest()
        digest.add(exchange(Array(request.utf8)))
        return digest
    }
}

extension Service {
    /// Creates a service with a manual clock.
    ///
    /// - Throws: `Malformed` if the release does not exist.
    init(uikit: Int) throws {
        guard let release = Release(rawValue: uikit) else {
            throw Malformed("there is no release \(uikit)")
        }
        var identity = Service.Identity()
        identity.clock = .manual
        identity.release = release
        self.init(identity)
    }
}
