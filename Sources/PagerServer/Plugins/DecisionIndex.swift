internal import PagerModel

/// Which plugin answers which question, so that finding the answer's plugin costs the same however
/// much has been declared.
struct DecisionIndex: Sendable {
    /// A declaration: its plugin, and its place among the declarations of that plugin.
    struct Claim: Hashable, Sendable {
        let plugin: String
        let place: Int
    }

    /// A question about one controller, or about all that one plugin hosts.
    private struct Topic: Hashable {
        let question: QuestionKind
        let name: TextKey
    }

    /// By controller: one claim for each plugin that names it, plugins in their order. A name says
    /// nothing about whose controller has it now.
    private var ofControllers: [Topic: [Claim]] = [:]
    /// By plugin: the place of its first declaration without `of`.
    private var ofPlugins: [Topic: Int] = [:]
    private var count = 0
    /// Bytes of all declarations, as `Limits.declarationBytes` counts them.
    private(set) var bytes = 0
    #if DEBUG
        /// Entries that were looked at.
        private(set) var visits = 0
    #endif

    var isEmpty: Bool { count == 0 }

    private mutating func note(visits more: Int) {
        #if DEBUG
            visits += more
        #endif
    }

    /// Adds the declarations of a plugin that has none in the index.
    /// O(entries of `of`), times O(log plugins) where several plugins name one controller.
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
        // The first of a plugin's declarations counts.
        if index < claims.count, claims[index].plugin == claim.plugin { return }
        claims.insert(claim, at: index)
    }

    /// Removes the declarations that were added.
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

    /// Where a plugin's claim is, or belongs.
    private static func index(of plugin: String, in claims: [Claim]) -> Int {
        var (low, high) = (0, claims.count)
        while low < high {
            let middle = (low + high) / 2
            if claims[middle].plugin < plugin { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The declarations that name a controller: of each plugin the first, plugins in their order.
    /// O(1).
    mutating func claims(on question: QuestionKind, naming id: Identifier) -> [Claim] {
        note(visits: 1)
        return ofControllers[Topic(question: question, name: TextKey(id.text))] ?? []
    }

    /// The declaration of a plugin about all that it hosts. O(1).
    mutating func claim(on question: QuestionKind, hostedBy plugin: String) -> Claim? {
        note(visits: 1)
        return ofPlugins[Topic(question: question, name: TextKey(plugin))]
            .map { Claim(plugin: plugin, place: $0) }
    }
}
