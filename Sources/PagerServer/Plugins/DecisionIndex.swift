internal import PagerModel

/// An index of the plugins that answer questions (such as whether a page may be selected). Each
/// lookup is O(1).
struct DecisionIndex: Sendable {
    /// A plugin's declaration that it answers a question, identified by the plugin's name and by
    /// the declaration's index in the plugin's list of declarations.
    struct Claim: Hashable, Sendable {
        let plugin: String
        let place: Int
    }

    /// A key of the index: a question, and the name of a controller or of a plugin.
    private struct Topic: Hashable {
        let question: QuestionKind
        let name: TextKey
    }

    /// The declarations with the member `of` (a list of controllers). The key is a question and the
    /// name of a controller in `of`. The value has at most one declaration of each plugin and is
    /// sorted by plugin.
    private var ofControllers: [Topic: [Claim]] = [:]
    /// The plugins' declarations without the member `of` (a list of controllers). The key is a
    /// question and the name of a plugin. The value is the index of the first such declaration in
    /// the plugin's list of declarations. It applies to all controllers that the plugin hosts.
    private var ofPlugins: [Topic: Int] = [:]
    private var count = 0
    /// The total size of all declarations in bytes, which `Limits.declarationBytes` limits.
    private(set) var bytes = 0
    #if DEBUG
        /// The number of index entries read, for tests.
        private(set) var visits = 0
    #endif

    var isEmpty: Bool { count == 0 }

    private mutating func note(visits more: Int) {
        #if DEBUG
            visits += more
        #endif
    }

    /// Adds the declarations of a plugin. The index must not contain any declarations of this
    /// plugin. O(i × n) for i ids in the declarations, if the declarations of at most n plugins
    /// contain the same controller.
    mutating func add(_ declarations: [DecisionDeclaration], of plugin: String) {
        for (place, declaration) in declarations.enumerated() {
            count += 1
            bytes += declaration.bytes
            let claim = Claim(plugin: plugin, place: place)
            guard let ids = declaration.of else {
                let topic = Topic(question: declaration.question, name: TextKey(plugin))
                if ofPlugins[topic] == nil { ofPlugins[topic] = place }
                continue
            }
            for id in ids {
                let topic = Topic(question: declaration.question, name: TextKey(id.text))
                Self.insert(claim, into: &ofControllers[topic, default: []])
            }
        }
    }

    private static func insert(_ claim: Claim, into claims: inout [Claim]) {
        let index = index(of: claim.plugin, in: claims)
        // The first of a plugin's declarations takes precedence.
        if index < claims.count, claims[index].plugin == claim.plugin { return }
        claims.insert(claim, at: index)
    }

    /// Removes a plugin's declarations, which must be the same as those that were added.
    mutating func remove(_ declarations: [DecisionDeclaration], of plugin: String) {
        for declaration in declarations {
            count -= 1
            bytes -= declaration.bytes
            guard let ids = declaration.of else {
                ofPlugins[Topic(question: declaration.question, name: TextKey(plugin))] = nil
                continue
            }
            for id in ids {
                remove(plugin, Topic(question: declaration.question, name: TextKey(id.text)))
            }
        }
    }

    private mutating func remove(_ plugin: String, _ topic: Topic) {
        guard let claims = ofControllers[topic] else { return }
        let index = Self.index(of: plugin, in: claims)
        guard index < claims.count, claims[index].plugin == plugin else { return }
        if claims.count == 1 {
            ofControllers[topic] = nil
        } else {
            ofControllers[topic]?.remove(at: index)
        }
    }

    /// Returns the index of a plugin's declaration in a list sorted by plugin. If the plugin has
    /// none, returns the index at which to insert one.
    private static func index(of plugin: String, in claims: [Claim]) -> Int {
        var (low, high) = (0, claims.count)
        while low < high {
            let middle = (low + high) / 2
            if claims[middle].plugin < plugin { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Returns the declarations about `question` that list the controller `id` in their member
    /// `of`. If a plugin has several such declarations, returns only the first of them. The result
    /// is sorted by plugin. O(1).
    mutating func claims(on question: QuestionKind, naming id: Identifier) -> [Claim] {
        note(visits: 1)
        return ofControllers[Topic(question: question, name: TextKey(id.text))] ?? []
    }

    /// Returns a plugin's declaration that it answers a question about all controllers that it
    /// hosts, or nil if there is none. O(1).
    mutating func claim(on question: QuestionKind, hostedBy plugin: String) -> Claim? {
        note(visits: 1)
        return ofPlugins[Topic(question: question, name: TextKey(plugin))]
            .map { Claim(plugin: plugin, place: $0) }
    }
}
