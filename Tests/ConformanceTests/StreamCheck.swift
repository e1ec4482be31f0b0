import PagerModel
import PagerWire

/// Compares the published events with the replies, and each event with its predecessors.
struct StreamCheck {
    /// A traced request and its reply.
    struct Call {
        let method: String
        let seq: Int
        let events: [Value]
    }

    private(set) var faults: [String] = []
    private var lastSeq = 0
    /// The seq of the last event in each category.
    private var ofCategory: [String: Int] = [:]
    /// The seq of the last event of each subject in each category; removed when the subject is
    /// destroyed.
    private var ofSubject: [String: [String: Int]] = [:]

    init(_ calls: [Call], _ published: [Publication]) {
        for publication in published { note(publication) }
        let traced = calls.flatMap(\.events)
        let payloads = published.map(\.payload)
        if traced != payloads { compare(traced, payloads) }
        for call in calls {
            guard let last = call.events.last?["seq"]?.integer, last != call.seq else { continue }
            faults.append("\(call.method): its reply has seq \(call.seq), its last event \(last)")
        }
    }

    private mutating func compare(_ traced: [Value], _ published: [Value]) {
        let different = zip(traced, published).first { $0 != $1 }
        if let (mine, theirs) = different {
            faults.append("traced \(mine.json), published \(theirs.json)")
        } else {
            faults.append("traced \(traced.count) events, published \(published.count)")
        }
    }

    private mutating func note(_ publication: Publication) {
        let event = publication.payload
        let seq = event["seq"]?.integer ?? 0
        if seq != lastSeq + 1 { faults.append("seq \(seq) follows \(lastSeq)") }
        lastSeq = seq
        let category = event["category"]?.string ?? ""
        let subject = event["subject"]?.string ?? ""
        let name = event["event"]?.string ?? ""
        if publication.topic != "\(category).\(subject).\(name)" {
            faults.append("the topic \(publication.topic) does not fit \(Token(event))")
        }
        let before = [ofCategory[category] ?? 0, ofSubject[subject]?[category] ?? 0]
        let said = event["prev"]?.array?.compactMap(\.integer)
        if said != before { faults.append("\(event.place): prev is \(said ?? []), not \(before)") }
        ofCategory[category] = seq
        if name == "destroyed" {
            ofSubject[subject] = nil
        } else {
            ofSubject[subject, default: [:]][category] = seq
        }
    }
}
