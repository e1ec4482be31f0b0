internal import Containment
internal import PagerModel

/// Functions that validate a plugin's registration. Declarations that were accepted before a
/// restart are accepted again, whatever their size.
extension Service {
    /// Checks that a plugin may host the controller kinds that it registers.
    ///
    /// - Throws: `kindTaken` for a kind that is built in or that another plugin hosts;
    ///   `limitExceeded` if all plugins together would host too many kinds.
    func checkKinds(
        _ kinds: [Identifier], of name: String, isReplayed: Bool
    ) throws(CommandError) {
        var new: Set<TextKey> = []
        for (index, kind) in kinds.enumerated() {
            guard let known = scene.kind(named: kind.text) else {
                new.insert(TextKey(kind.text))
                continue
            }
            let host = plugins.host(of: known)
            guard host == name else {
                throw CommandError(
                    .kindTaken,
                    host.map { "the plugin \($0) hosts the kind \(kind)" }
                        ?? "the kind \(kind) is built into pagerd, so a plugin cannot host it; "
                        + "choose another name", path: "kinds[\(index)]")
            }
        }
        if new.isEmpty || isReplayed { return }
        let count = scene.hostedKindCount + new.count
        guard count <= limits.hostedKinds else {
            throw CommandError(
                .limitExceeded,
                "all plugins together may host \(limits.hostedKinds) kinds, and with these there "
                    + "would be \(count); remove plugins that no longer exist with plugin.forget",
                path: "kinds")
        }
    }

    /// Checks the decisions that a plugin declares in its registration. A decision declares that
    /// the plugin answers a question, such as whether the user may select a page.
    ///
    /// - Throws: `limitExceeded` for too many or too large declarations, `invalidArgument` for an
    ///   invalid declaration, `notPermitted` for controllers about which the plugin must not
    ///   decide.
    func checkDecisions(
        _ decisions: [DecisionDeclaration], of plugin: Plugin, kinds: [Identifier],
        isReplayed: Bool
    ) throws(CommandError) {
        if !isReplayed {
            try checkSizes(of: decisions, replacing: plugin.decisions)
            for (index, decision) in decisions.enumerated() {
                do {
                    try decision.check()
                } catch {
                    throw error.inside("decisions[\(index)]")
                }
            }
        }
        guard !plugin.grants.contains(.decide) else { return }
        let own = Set<Int>(kinds.compactMap { scene.kind(named: $0.text) })
        for (index, decision) in decisions.enumerated() {
            for name in decision.of ?? [] where !isOf(own, name) {
                throw Self.lacks(.decide, plugin.name, "decide about \(name)")
                    .inside("decisions[\(index)].of")
            }
        }
    }

    private func isOf(_ kinds: Set<Int>, _ name: Identifier) -> Bool {
        guard let controller = try? scene.controller(name),
            let kind = scene.hostedKind(of: controller)
        else { return false }
        return kinds.contains(kind)
    }

    private func checkSizes(
        of decisions: [DecisionDeclaration], replacing old: [DecisionDeclaration]
    ) throws(CommandError) {
        guard decisions.count <= Limits.decisions else {
            throw CommandError(
                .limitExceeded,
                "a plugin may declare at most \(Limits.decisions) decisions, got "
                    + "\(decisions.count)", path: "decisions")
        }
        let subjects = decisions.reduce(0) { $0 + ($1.of?.count ?? 0) }
        guard subjects <= Limits.decisionSubjects else {
            throw CommandError(
                .limitExceeded,
                "the decisions of a plugin may name at most \(Limits.decisionSubjects) ids in "
                    + "`of`, got \(subjects); host the controllers and omit `of`",
                path: "decisions")
        }
        let (bytes, before) = (Self.bytes(of: decisions), Self.bytes(of: old))
        let all = plugins.declarationBytes - before + bytes
        // A plugin that declares no more than before is accepted even above the limit.
        guard bytes <= before || all <= limits.declarationBytes else {
            throw CommandError(
                .limitExceeded,
                "the decisions of all plugins may take \(limits.declarationBytes) bytes, and with "
                    + "these they would take \(all); declare smaller defaults, or remove plugins "
                    + "that no longer exist with plugin.forget", path: "decisions")
        }
    }

    private static func bytes(of decisions: [DecisionDeclaration]) -> Int {
        decisions.reduce(0) { $0 + $1.bytes }
    }
}
