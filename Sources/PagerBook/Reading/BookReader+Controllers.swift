internal import PagerModel

extension BookReader {
    /// Reads a controller, including everything in it, from a file's name, a web address or an
    /// object. Returns the controller's index in the plan.
    ///
    /// - Parameter known: The kind that the name of the book's member implies, such as a pager for
    ///   the member `pager`. Nil if the name implies no kind.
    /// - Throws: `DocumentProblem` with the position of the first mistake.
    mutating func readController(
        _ node: DocumentNode, kind known: String? = nil
    ) throws(DocumentProblem) -> Int {
        var controller = BookPlan.Controller(
            kind: known ?? Kinds.plain, origin: Origin(path: node.path))
        if case .string(let text) = node.value, known == nil {
            try readShorthand(text, node, &controller)
            plan.controllers.append(controller)
            return plan.controllers.count - 1
        }
        guard node.value.members != nil else {
            throw document.problem(
                node.path,
                "a controller is a file's name, a web address or an object, not "
                    + node.value.typeName)
        }
        if let kind = node["kind"] {
            controller.kind = try document.read(String.self, kind)
            guard known == nil || known == controller.kind else {
                throw document.problem(
                    kind.path,
                    "under \(known ?? "") the kind must be \(known ?? ""); write root: for "
                        + "another kind")
            }
        }
        let shape = plan.vocabulary[controller.kind]
        try check(node, shape)
        controller.id = try readIdentifier(node)
        controller.options = (node.value.members ?? []).filter {
            !shape.structure.contains($0.name)
        }
        controller.wish = node["title"]?.value.string ?? ""
        if !shape.fileNames.isEmpty { try readContent(node, &controller) }
        try checkContent(node)
        try readTheme(of: node, &controller)
        controller.timing = try readTiming(node, ofKind: controller.kind)
        controller.settings = try readSettings(node, shape)
        try readView(of: node, &controller)
        let index = plan.controllers.count
        plan.controllers.append(controller)
        try readLists(node, shape, owner: index)
        plan.controllers[index].view.subviews = try readSubviews(node)
        return index
    }

    /// Checks the options of a controller as the engine would. The error for an unknown member
    /// suggests valid names, or another kind that has this member.
    private func check(_ node: DocumentNode, _ shape: KindShape) throws(DocumentProblem) {
        // The daemon checks the options of an unknown kind.
        guard let own = shape.options else { return }
        let kind = shape.kind
        let names =
            shape.structure + ControllerOptions.declaration.map(\.name) + own.map(\.name)
        for member in node.value.members ?? [] where !names.contains(member.name) {
            guard let other = plan.vocabulary.kind(with: member.name) else { continue }
            throw document.problem(
                joined(node.path, member.name),
                "a \(kind) has no \(quoted(member.name)), but a \(other) has; write kind: \(other)")
        }
        try document.check(node, is: "a \(kind)", with: names)
        let options = (node.value.members ?? []).filter { !shape.structure.contains($0.name) }
        do {
            _ = try shape.complete(options)
        } catch {
            throw document.problem(error, in: node)
        }
    }
}
