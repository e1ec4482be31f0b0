internal import PagerModel

/// The names of the files to which the content of controllers refers. The references are in the
/// content's `url` and `body`, in the `logo` and `picture` of its `theme`, and in the same members
/// of its `fallback`.
///
/// `set` records the changed content of one controller with its own paths, and `read` later searches
/// its bodies for references. When its time is over, `read` stops, and the next call continues.
/// Until all content has been searched (`isComplete`), some names are missing. Names beyond the
/// limits below are always missing.
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
        /// Those of the names whose files a browser loads as documents, which load other files.
        var documents: Set<[UInt8]> = []
        var bytes = 0
    }

    /// Returns the name of the file to which a reference refers, or nil if it does not refer to a
    /// file. The second parameter is the folder at which the reference begins, relative to the
    /// book's folder.
    typealias Resolve = @Sendable (_ reference: [UInt8], _ base: [UInt8]) -> [UInt8]?

    private let resolve: Resolve

    private var entries: [TextKey: Entry] = [:]
    /// Maps the name of each file to the number of controllers whose content refers to the file.
    private var counts: [[UInt8]: Int] = [:]
    private var total = 0
    private var bytes = 0
    /// The controllers whose content has not been parsed yet.
    private var waiting: [TextKey] = []
    /// The content that is being parsed: the id of its controller, and the references that have not
    /// been read yet.
    private var current: (body: Body, rest: References)?

    /// A body that is searched.
    private struct Body {
        let id: TextKey
        let text: [UInt8]
        let base: [UInt8]
        let isMarkdown: Bool
    }
    /// The bodies that follow.
    private var bodies: [Body] = []
    /// The number of references parsed so far, for tests.
    private(set) var referencesRead = 0

    /// Whether the content of all controllers has been parsed.
    var isComplete: Bool { current == nil && bodies.isEmpty && waiting.isEmpty }
    var count: Int { total }
    /// The documents among the files. A file that browsers show as a picture is none: it loads no
    /// other files.
    var documents: Set<[UInt8]> {
        entries.values.reduce(into: []) { $0.formUnion($1.documents) }
    }

    init(_ resolve: @escaping Resolve) { self.resolve = resolve }

    func contains(_ name: [UInt8]) -> Bool { counts[name] != nil }

    mutating func removeAll() { self = ContentNames(resolve) }

    /// Returns the controllers whose bodies, other than Markdown, refer to one of the files.
    func controllers(referringTo names: Set<[UInt8]>) -> [String] {
        entries.filter { _, entry in
            entry.bytes > 0 && entry.content["type"] != "text/markdown"
                && !entry.names.isDisjoint(with: names)
        }.map(\.key.text)
    }

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
            if current?.body.id == id { current = nil }
            bodies.removeAll { $0.id == id }
        }
        entries[id] = content.map { Entry(content: $0) }
        guard let content else { return }
        addAddresses(of: content, id)
        waiting.append(id)
    }

    /// Adds the files to which members of the content other than bodies refer.
    private mutating func addAddresses(of content: Value, _ id: TextKey) {
        for shown in [content, content[AudienceCopy.fallback]].compactMap(\.self) {
            if let url = shown["url"]?.string, let name = resolve(Array(url.utf8), []) {
                let type = shown["type"]?.string ?? ""
                let isPicture = ["image/", "video/", "audio/"].contains { type.hasPrefix($0) }
                add(name, of: id, isDocument: !isPicture && NamedFiles.isDocument(name))
            }
            for member in ["logo", "picture"] {
                guard let url = shown["theme"]?[member]?.string,
                    let name = resolve(Array(url.utf8), [])
                else { continue }
                add(name, of: id, isDocument: false)
            }
        }
    }

    /// Parses changed bodies until none is left or `hasTime` returns false.
    mutating func read(while hasTime: () -> Bool) {
        while !isComplete, hasTime() {
            if current == nil { begin() }
            readStep()
        }
    }

    private mutating func begin() {
        while bodies.isEmpty, let id = waiting.popLast() { bodies = takeBodies(of: id) }
        if let body = bodies.popLast() { current = (body, References(in: body.text)) }
    }

    /// Returns the bodies of a changed content, unless they exceed a limit.
    private mutating func takeBodies(of id: TextKey) -> [Body] {
        guard let content = entries[id]?.content, entries[id]?.bytes == 0 else { return [] }
        let shown = [content, content[AudienceCopy.fallback]].compactMap(\.self)
        let found = shown.compactMap { content in
            content["body"]?.string.map {
                Body(
                    id: id, text: Array($0.utf8.prefix(Self.longestBody)),
                    base: Array((content["base"]?.string ?? "").utf8),
                    isMarkdown: content["type"] == "text/markdown")
            }
        }
        let count = found.reduce(0) { $0 + $1.text.count }
        guard bytes + count <= Self.mostBytes else { return [] }
        bytes += count
        entries[id]?.bytes = count
        return found
    }

    private mutating func readStep() {
        guard let (body, _) = current else { return }
        for _ in 0..<Self.step {
            guard total < Self.mostNames, let reference = current?.rest.next() else {
                current = nil
                return
            }
            referencesRead += 1
            guard let name = resolve(reference, body.base) else { continue }
            // The pictures of Markdown load no other files.
            let isPicture = body.isMarkdown && NamedFiles.isPicture(name)
            add(name, of: body.id, isDocument: !isPicture && NamedFiles.isDocument(name))
        }
    }

    private mutating func add(_ name: [UInt8], of id: TextKey, isDocument: Bool) {
        guard entries[id] != nil, total < Self.mostNames else { return }
        if isDocument { entries[id]?.documents.insert(name) }
        guard entries[id]?.names.insert(name).inserted == true else { return }
        counts[name, default: 0] += 1
        total += 1
    }
}
