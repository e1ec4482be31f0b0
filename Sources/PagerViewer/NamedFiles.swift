internal import Glibc
internal import PagerModel
internal import PagerWire
internal import Synchronization
internal import SystemCalls

/// The rule that decides which files of a book pagerview may serve. These are:
/// - the files to which the `url` or the theme in a controller's content refers
/// - the files to which the content's body refers
/// - the files to which these files refer, directly or through other files
///
/// The first ones are known at once. A thread searches bodies and files for the others when a
/// browser requests an unknown file, so that nobody else waits for the search.
final class NamedFiles: Sendable {
    /// The maximum number of documents that one search reads.
    static let mostDocuments = 1_024
    /// The maximum number of bytes of a document that are searched for references.
    static let longestDocument = 1 << 20
    /// The pause after a search on behalf of browsers that may only watch, as a multiple of the
    /// search's duration. During the pause, the result of this search is used.
    static let watcherPause = 9.0
    /// The maximum time in seconds for which the search locks the names.
    private static let longestStep = 0.002
    /// The maximum time in seconds that a request waits for a search.
    static let longestWait = 10.0

    /// A request that waits for a search.
    private struct Waiting {
        let name: [UInt8]
        let end: Double
        let resume: @Sendable () -> Void
    }

    private struct State {
        /// The names of the files to which the content of controllers refers.
        var names: ContentNames
        /// The paths to which the documents of the last search refer.
        var references: [Document: [[UInt8]]] = [:]
        /// The paths of the files to which documents refer, as found by the last search.
        var reached: Set<[UInt8]> = []
        /// The requests for files that are not known yet.
        var waiting: [Waiting] = []
        /// Whether a thread searches.
        var isSearching = false
        /// Whether another search must follow, because a request came after the current one began.
        var isWanted = false
        /// The earliest time of the next search on behalf of browsers that may only watch, in
        /// seconds since the system started.
        var nextSearch = 0.0
    }

    private struct Document: Hashable {
        let name: [UInt8]
        let version: OpenFile.Version
    }

    private let hub: BrowserHub
    private let folder: BookFolder
    private let state: Mutex<State>

    init(hub: BrowserHub, folder: BookFolder) {
        self.hub = hub
        self.folder = folder
        let root = Array(folder.root.utf8)
        state = Mutex(
            State(
                names: ContentNames { reference, base in
                    let isRelative = reference.first != UInt8(ascii: "/") && !base.isEmpty
                    let path = isRelative ? base + [UInt8(ascii: "/")] + reference : reference
                    return folder.name(of: path, in: root)
                }))
    }

    /// Returns whether a file is known as one that may be served. `name` is the file's absolute
    /// path, as `BookFolder.name(of:in:)` returns it.
    func contains(_ name: [UInt8]) -> Bool {
        state.withLock { state in
            takeChanges(&state)
            return state.names.contains(name) || state.reached.contains(name)
        }
    }

    /// Calls `resume` once when a file has become known, or when it is clear that no page refers to
    /// it, at the latest after about `longestWait` seconds. Returns false, without a call, if that is
    /// clear already.
    ///
    /// - Parameter isWatcher: Whether the browser may only watch. On behalf of such browsers,
    ///   pagerview pauses after each search, because a search may read many files. During the pause,
    ///   the result of the last search is used.
    func await(
        _ name: [UInt8], isWatcher: Bool, resume: @escaping @Sendable () -> Void
    ) -> Bool {
        let now = MachineClock.monotonic().seconds
        let begins: Bool? = state.withLock { state in
            if isWatcher, !state.isSearching, now < state.nextSearch { return nil }
            state.waiting.append(
                Waiting(name: name, end: now + Self.longestWait, resume: resume))
            // A watcher waits for the current search only, so that watchers cause no others.
            if state.isSearching {
                if !isWatcher { state.isWanted = true }
                return false
            }
            state.isSearching = true
            return true
        }
        guard let begins else { return false }
        if begins {
            do throws(Thread.Failure) {
                try Thread { self.run() }.detach()
            } catch {
                // The system allows no more threads.
                run()
            }
        }
        return true
    }

    /// Returns the documents that refer to one of the files, directly or through other documents.
    /// The viewer loads the pictures of Markdown itself, so Markdown files are not among them.
    ///
    /// - Parameter names: The names of all documents and other files that browsers have loaded.
    func documents(among names: [[UInt8]], referringTo files: Set<[UInt8]>) -> Set<[UInt8]> {
        let known = Set<[UInt8]>(names)
        let references = state.withLock { $0.references }
        var rest = references.filter {
            known.contains($0.key.name) && !$0.key.name.suffix(3).elementsEqual(".md".utf8)
        }.map { (name: $0.key.name, references: Set<[UInt8]>($0.value)) }
        var found: Set<[UInt8]> = []
        var wanted = files
        while !wanted.isEmpty {
            let next = rest.filter { !$0.references.isDisjoint(with: wanted) }.map(\.name)
            wanted = Set<[UInt8]>(next)
            found.formUnion(wanted)
            rest.removeAll { found.contains($0.name) }
        }
        return found
    }

    /// Returns the controllers whose content has a body that refers to one of the files.
    func pages(referringTo names: Set<[UInt8]>) -> [String] {
        state.withLock { $0.names.controllers(referringTo: names) }
    }

    /// Records the content that controllers have received since the last call. O(changed content).
    private func takeChanges(_ state: inout State) {
        switch hub.takeContentChanges() {
        case .none: break
        case .all(let contents):
            state.names.removeAll()
            for (id, content) in contents { state.names.set(content, of: id) }
        case .some(let contents):
            for (id, content) in contents { state.names.set(content, of: id) }
        }
    }

    // MARK: the search

    /// Searches until no request waits for a further search.
    private func run() {
        var isWanted = true
        while isWanted {
            let start = MachineClock.monotonic().seconds
            state.withLock { state in
                state.isWanted = false
                takeChanges(&state)
            }
            readBodies()
            let (reached, used) = search()
            let end = MachineClock.monotonic().seconds
            let resumed = state.withLock { state -> [Waiting] in
                state.reached = reached
                state.references = used
                state.nextSearch = end + (end - start) * Self.watcherPause
                isWanted = state.isWanted
                state.isSearching = isWanted
                if isWanted { return Self.takeReady(&state, end) }
                defer { state.waiting = [] }
                return state.waiting
            }
            for waiting in resumed { waiting.resume() }
        }
    }

    /// Parses the bodies of the contents, with pauses for the requests of browsers.
    private func readBodies() {
        while true {
            let (isComplete, ready) = state.withLock { state in
                let end = MachineClock.monotonic().seconds + Self.longestStep
                state.names.read { MachineClock.monotonic().seconds < end }
                return (state.names.isComplete, Self.takeReady(&state, end))
            }
            for waiting in ready { waiting.resume() }
            if isComplete { return }
            usleep(100)
        }
    }

    /// Searches documents for references. Begins with the documents to which the content of
    /// controllers refers, and continues with the documents to which those documents refer.
    /// Requests for the files that are found continue at once.
    private func search() -> (reached: Set<[UInt8]>, used: [Document: [[UInt8]]]) {
        var (known, old) = state.withLock { ($0.names.documents, $0.references) }
        // Pictures are searched last: they rarely refer to files, and can be long.
        var waiting = known.filter { !Self.isPicture($0) }
        var pictures = known.filter(Self.isPicture)
        var used: [Document: [[UInt8]]] = [:]
        var reached: Set<[UInt8]> = []
        while used.count < Self.mostDocuments, let name = waiting.popFirst() ?? pictures.popFirst()
        {
            guard let file = try? folder.open(name, if: { _ in true }) else { continue }
            let document = Document(name: name, version: file.version)
            let references = old.removeValue(forKey: document) ?? self.references(of: file, name)
            used[document] = references
            let isPage = ["html", "htm", "js", "svg"].contains { Self.has($0, name) }
            for reference in references {
                reached.insert(reference)
                // What a style sheet or Markdown shows is a picture.
                guard Self.isDocument(reference), isPage || !Self.isPicture(reference),
                    known.insert(reference).inserted
                else { continue }
                if Self.isPicture(reference) {
                    pictures.insert(reference)
                } else {
                    waiting.insert(reference)
                }
            }
            let now = MachineClock.monotonic().seconds
            let ready = state.withLock { state -> [Waiting] in
                guard !state.waiting.isEmpty else { return [] }
                state.reached.formUnion(references)
                return Self.takeReady(&state, now)
            }
            for waiting in ready { waiting.resume() }
        }
        return (reached, used)
    }

    /// Removes and returns the requests whose files are known now, and those that have waited too
    /// long.
    private static func takeReady(_ state: inout State, _ now: Double) -> [Waiting] {
        let isReady: (Waiting) -> Bool = {
            state.names.contains($0.name) || state.reached.contains($0.name) || $0.end < now
        }
        let ready = state.waiting.filter(isReady)
        if !ready.isEmpty { state.waiting.removeAll(where: isReady) }
        return ready
    }

    private func references(of file: OpenFile, _ name: [UInt8]) -> [[UInt8]] {
        guard let text = file.read(at: 0, count: min(file.count, Self.longestDocument)) else {
            return []
        }
        let slash = UInt8(ascii: "/")
        let parent = Array(name[..<(name.lastIndex(of: slash) ?? 0)])
        var names = names(in: text, of: parent)
        // The paths in a script are relative to the page that runs it.
        if name.suffix(3).elementsEqual(".js".utf8) {
            names.formUnion(self.names(in: text, of: Array(folder.root.utf8)))
        }
        return Array(names)
    }

    /// Returns the absolute paths of all files to which a document may refer. Relative paths in the
    /// document start at the folder `parent`.
    private func names(in text: [UInt8], of parent: [UInt8]) -> Set<[UInt8]> {
        var names: Set<[UInt8]> = []
        for reference in References(in: text) {
            if let name = folder.name(of: reference, in: parent) { names.insert(name) }
        }
        return names
    }

    /// Returns whether a file may be searched for references to other files, such as the paths of
    /// pictures. True for HTML, CSS, JavaScript, SVG and Markdown files, recognized by the
    /// extension of the name.
    static func isDocument(_ name: [UInt8]) -> Bool {
        ["html", "htm", "css", "js", "svg", "md"].contains { has($0, name) }
    }

    /// Returns whether a file is an SVG, which browsers show as a picture except when it is opened
    /// by itself.
    static func isPicture(_ name: [UInt8]) -> Bool { has("svg", name) }

    private static func has(_ ending: String, _ name: [UInt8]) -> Bool {
        name.suffix(ending.utf8.count + 1).elementsEqual(".\(ending)".utf8)
    }
}
