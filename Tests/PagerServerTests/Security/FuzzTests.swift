import PagerModel
import PagerPaths
import PagerWire
import RandomCommands
import SystemCalls
import Testing
import ZMQ

@testable import PagerJournal
@testable import PagerServer

/// Tests with randomly changed bytes of peers: each decoder returns a value or an error, and an
/// accepted value has the promised form.
@Suite struct FuzzTests {
    /// Returns valid inputs of a decoder, each changed in a few places, cut or lengthened.
    private func mutations(
        of seeds: [[UInt8]], _ seed: UInt64, _ body: ([UInt8]) throws -> Void
    ) rethrows {
        var random = Mutation(seed: seed)
        for _ in 0..<Mutation.rounds { try body(random.changed(seeds)) }
    }

    private let seed = RandomTest.seed

    @Test func `The service replies to every randomly changed request`() throws {
        let seeds = [
            #"{"jsonrpc":"2.0","id":7,"method":"controller.create","params":{"id":"a","kind":"pager"}}"#,
            #"{"jsonrpc":"2.0","id":8,"method":"pager.setPages","params":{"id":"a","pages":["b","c"]}}"#,
            #"{"jsonrpc":"2.0","id":9,"method":"events.replay","params":{"since":0,"limit":3}}"#,
            #"{"jsonrpc":"2.0","id":1,"method":"batch","params":{"commands":[{"method":"window.create","params":{"id":"w"}}]}}"#,
            #"{"jsonrpc":"2.0","id":"a","client":"c","method":"batch","params":{"atomic":true,"commands":[{"method":"pager.next","params":{"id":"book"}}],"trace":true,"ifRevision":3}}"#,
            #"{"jsonrpc":"2.0","id":1e3,"method":"view.set","params":{"view":"é\ud83d\ude00","frame":{"x":-0.5,"y":1E-9}}}"#,
        ].map { Array($0.utf8) }
        var identity = Service.Identity()
        identity.clock = .manual
        identity.access = try AccessList(parsing: "drive uid 4001")
        var service = Service(identity)
        try mutations(of: seeds, seed) { bytes in
            let reply = service.answer(bytes.span, from: Peer(uid: 4001), at: .zero)
            service.outbox.removeAll(keepingCapacity: true)
            let value = try JSONParser.parse(reply, maximumDepth: JSONParser.deepest)
            #expect((value["result"] == nil) != (value["error"] == nil), "seed \(seed)")
        }
        #expect(!service.isEnding, "seed \(seed)")
    }

    @Test func `A randomly changed message of a plugin gets a valid reply or none`() throws {
        let register =
            #"{"jsonrpc":"2.0","id":1,"method":"plugin.register","params":{"name":"paper","kinds":["sheet"],"decisions":["pager.willSelect"],"grants":[]}}"#
        let seeds = [
            register, #"{"jsonrpc":"2.0","method":"plugin.heartbeat"}"#,
            #"{"jsonrpc":"2.0","id":"d1","result":{"answer":true}}"#,
            #"{"jsonrpc":"2.0","id":2,"method":"plugin.heartbeat","params":{}}"#,
            #"{"jsonrpc":"2.0","id":3,"method":"controller.create","params":{"kind":"sheet","id":"s"}}"#,
        ].map { Array($0.utf8) }
        var stage = TestService()
        var replies = 0
        mutations(of: seeds, seed) { bytes in
            let connection = TestService.connection("wire")
            stage.service.take(bytes.span, from: connection, at: .zero)
            stage.service.loseStalled(at: .zero)
            stage.service.outbox.removeAll(keepingCapacity: true)
            do {
                for reply in try stage.received("wire") {
                    replies += 1
                    #expect(reply.members != nil, "seed \(seed): \(reply.json)")
                }
            } catch {
                Issue.record("seed \(seed): \(error)")
            }
        }
        #expect(replies > 0, "seed \(seed)")
    }

    @Test func `Only prefixes with the characters of topics get a welcome`() {
        let seeds = ["", "pager.", "lifecycle.home.viewWillAppear"].map { Array($0.utf8) }
        var welcomed = 0
        mutations(of: seeds, seed) { bytes in
            guard Publisher.isAnswered(bytes) else { return }
            welcomed += 1
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(
                text.utf8.count <= Limits.prefixBytes
                    && text.allSatisfy {
                        $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0))
                    },
                "seed \(seed): \(text)")
        }
        #expect(welcomed > 0, "seed \(seed)")
    }

    @Test func `A randomly changed access list is parsed or refused with a line number`() throws {
        let key = "rq:rM>}U?@Lns47E1%kR.o@n%FcmmsL/@{H8]yf7"
        let seeds = ["# who\nobserve uid 1001\n\ndrive key \(key) hall\nadminister uid 0\n"]
        var parsed = 0
        mutations(of: seeds.map { Array($0.utf8) }, seed) { bytes in
            let text = String(decoding: bytes, as: UTF8.self)
            do {
                let list = try AccessList(parsing: text)
                parsed += 1
                #expect(list.keys.keys.allSatisfy { AccessList.isKey($0) }, "seed \(seed)")
            } catch {
                #expect((error as? AccessList.Problem)?.line ?? 0 >= 1, "seed \(seed)")
            }
        }
        #expect(parsed > 0, "seed \(seed)")
    }

    @Test func `A randomly changed ZAP request gets a reply that grants no access`() throws {
        let whole: [[UInt8]] = [
            Array("1.0".utf8), Array("17".utf8), Array("command".utf8),
            Array("192.0.2.7".utf8), [0, 1], Array("CURVE".utf8), [UInt8](repeating: 9, count: 32),
        ]
        #expect(try ZAPRequest(frames: whole).key == CurveKeys.text(ofKey: whole[6]))
        var random = Mutation(seed: seed)
        for _ in 0..<Mutation.rounds {
            var frames = whole
            for _ in 0..<random.below(3) { random.change(&frames) }
            let answer: [[UInt8]]
            do {
                let request = try ZAPRequest(frames: frames)
                #expect(AccessList.isKey(request.key), "seed \(seed)")
                answer = request.answer(admitted: false)
            } catch {
                answer = ZAPRequest.refusal(of: frames)
            }
            // Whatever the request, it grants no access.
            #expect(answer.count == 6 && answer[2] != Array("200".utf8), "seed \(seed)")
            #expect(answer[4].isEmpty, "seed \(seed)")
        }
    }

    @Test func `Randomly changed peers in a journal record are parsed or refused`() {
        var whole: [UInt8] = []
        whole.append(Peer(uid: nil, key: String(repeating: "k", count: 40)))
        whole.append(Peer(uid: 1000))
        var parsed = 0
        mutations(of: [whole], seed) { bytes in
            var body = BodyReader(FileBytes(bytes))
            while let peer = body.peer(), body.rest.count > 0 {
                parsed += 1
                #expect(peer.key == nil || peer.uid == nil, "seed \(seed)")
            }
        }
        #expect(parsed > 0, "seed \(seed)")
    }
}
