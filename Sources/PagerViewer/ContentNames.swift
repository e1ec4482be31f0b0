internal import PagerModel

/// The names of the files to which the content of controllers refers. The references are in the
/// content's `url` and `body`, in the `logo` and `picture` of its `theme`, and in the same members
/// of its `fallback`.
///
/// `set` records the changed content of one controller, and `read` later searches it for
/// references. When its time is over, `read` stops, and the next call continues. Until all content
/// has been searched (`isComplete`), some names are missing. Names beyond the limits below are
/// always missing.
struct ContentNames {
    /// The maximum number of bytes of a body that are searched for references.
    static let longestBody = 1 << 20
    /// The maximum total size, in bytes, of all searched bodies. A body that would exceed this
    /// limit is not searched.
    static let mostBytes = 32 << 20
    /// The maximum number of names found in the content of all controllers together.
    static let mostNames = 65_536
    /// The number of references parsed between two checks of the time.
    private static let step = 32

    private struct Entry {
        let content: Value
        var names: Set<[UInt8]> = []
        var bytes = 0
    }

    private var entries: [TextKey: Entry] = [:]
    /// Maps the name of each file to the number of controllers whose content refers to the file.
    private var counts: [[UInt8]: Int] = [:]
    private var total = 0
    private var bytes = 0
    /// The controllers whose content has not been parsed yet.
    private var waiting: [TextKey] = []
    /// The content that is being parsed: the id of its controller, and the references that have not
    /// been read yet.
    private var current: (id: TextKey, rest: References)?
    /// The number of references parsed so far, for tests.
    private(set) var referencesRead = 0

    /// Whether the content of all controllers has been parsed.
    var isComplete: Bool { current == nil && waiting.isEmpty }
    var count: Int { total }
    var all: some Sequence<[UInt8]> { counts.keys }

    func contains(_ name: [UInt8]) -> Bool { counts[name] != nil }

    mutating func removeAll() { self = ContentNames() }

    /// Records the changed content of a controller. `content` is nil if the controller has no
    /// content now. O(size of the content).
    mutating func set(_ content: Value?, of controller: String) {
        let id = TextKey(controller)
        let old = entries[id]
        if let old, old.content == content { return }
        if let old {
            bytes -= old.bytes
            total -= old.names.count
            for name in old.names {
                counts[name] = counts[name].flatMap { $0 > 1 ? $0 - 1 : nil }
            }
            if current?.id == id { current = nil }
        }
        entries[id] = content.map { Entry(content: $0) }
        if content != nil { waiting.append(id) }
    }

    /// Parses changed content until none is left or `hasTime` returns false.
    ///
    /// - Parameter name: A function that returns the name of the file to which a reference refers,
    ///   or nil if the reference does not refer to a file.
    mutating func read(
        while hasTime: () -> Bool, _ name: ([UInt8]) -> [UInt8]?
    ) {
        while !isComplete, hasTime() {
            if current == nil { begin(name) }
            readStep(name)
        }
    }

    private mutating func begin(_ name: ([UInt8]) -> [UInt8]?) {
        guard let id = waiting.popLast(), let content = entries[id]?.content else { return }
        let shown = [content, content[AudienceCopy.fallback]].compactMap(\.self)
        let urls = shown.flatMap { [$0["url"], $0["theme"]?["logo"], $0["theme"]?["picture"]] }
        for case .string(let url)? in urls {
            if let name = name(Array(url.utf8)) { add(name, of: id) }
        }
        let bodies = shown.compactMap { $0["body"]?.string?.utf8.prefix(Self.longestBody) }
        guard !bodies.isEmpty, entries[id]?.bytes == 0 else { return }
        let text = Array(bodies.joined(separator: "\n".utf8))
        guard bytes + text.count <= Self.mostBytes else { return }
        bytes += text.count
        entries[id]?.bytes = text.count
        current = (id, References(in: text))
    }

    private mutating func readStep(_ name: ([UInt8]) -> [UInt8]?) {
        guard let id = current?.id else { return }
        for _ in 0..<Self.step {
            guard total < Self.mostNames, let reference = current?.rest.next() else {
                current = nil
                return
            }
            referencesRead += 1
            if let name = name(reference) { add(name, of: id) }
        }
    }

    private mutating func add(_ name: [UInt8], of id: TextKey) {
        guard total < Self.mostNames, entries[id]?.names.insert(name).inserted == true else {
            return
        }
        counts[name, default: 0] += 1
        total += 1
    }
}
