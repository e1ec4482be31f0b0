internal import PagerModel

/// The mistakes that were found in a book. In place of each faulty page, the book shows a page with
/// a warning.
struct PageWarnings {
    /// The mistakes for which the daemon's engine refused a page. The key is the faulty page: its
    /// file, or its path in the document.
    let refused: TextDictionary<String>
    /// The mistakes so far, in the order in which they were found.
    private(set) var problems: [String] = []

    init(refused: TextDictionary<String>) { self.refused = refused }

    /// Adds a mistake that is outside of pages, so that no page shows a warning about it.
    mutating func note(_ problem: String) { problems.append(problem) }

    /// Adds a mistake, and returns the options of the page that shows it. The page's content has a
    /// text for users, and the mistake as `problem` for programs.
    mutating func options(for problem: String, title: String?) -> [Value.Member] {
        problems.append(problem)
        // The mistake may be the length of the title.
        let title = title.flatMap { $0.utf8.count <= Limits.textBytes ? $0 : nil }
        let body =
            "# This page cannot be shown\n\n    \(problem.printable)\n\n"
            + "Correct the book and apply it again."
        return [
            .init("title", .string(title ?? "Page with an error")),
            .init(
                "content",
                [
                    "type": .string(MediaType.markdown.name), "body": .string(body),
                    "problem": .string(problem),
                ]),
        ]
    }
}

extension BookReader {
    /// Reads a controller of a list. If warnings are enabled, a controller with a mistake becomes a
    /// page that shows the mistake.
    ///
    /// - Throws: `DocumentProblem` with the position of the first mistake, if warnings are
    ///   disabled.
    mutating func readMember(_ node: DocumentNode) throws(DocumentProblem) -> Int {
        guard let warnings else { return try readController(node) }
        if let problem = warnings.refused[node.path] { return warn(of: problem, node) }
        let mark = Mark(plan)
        do {
            return try readController(node)
        } catch {
            forget(inside: node, since: mark)
            return warn(of: error.description, node)
        }
    }

    /// The lengths of the plan's lists before a controller is read. If the controller has a
    /// mistake, the lists are cut to these lengths, which removes what was read of the controller.
    private struct Mark {
        let controllers: Int
        let lists: Int
        let plainViews: Int

        init(_ plan: BookPlan) {
            controllers = plan.controllers.count
            lists = plan.lists.count
            plainViews = plan.plainViews.count
        }
    }

    /// Removes a partly read controller and everything in it from the plan.
    private mutating func forget(inside node: DocumentNode, since mark: Mark) {
        plan.controllers.removeSubrange(mark.controllers...)
        plan.lists.removeSubrange(mark.lists...)
        plan.plainViews.removeSubrange(mark.plainViews...)
        func others(_ entries: TextDictionary<String>) -> TextDictionary<String> {
            TextDictionary(
                entries.filter { !Self.isPath($0.value, inside: node.path) }
                    .map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
        }
        plan.chosen = others(plan.chosen)
        plan.placed = others(plan.placed)
    }

    private static func isPath(_ path: String, inside outer: String) -> Bool {
        let rest = path.utf8.dropFirst(outer.utf8.count).first
        return path.hasPrefix(outer)
            && (rest == UInt8(ascii: ".") || rest == UInt8(ascii: "["))
    }

    /// Changes a page in the plan to a page that shows a mistake.
    ///
    /// - Throws: `problem`, if warnings are disabled, or if the controller is not of the kind
    ///   `view`.
    mutating func replacePage(
        _ index: Int, by problem: DocumentProblem
    ) throws(DocumentProblem) {
        guard warnings != nil, plan.controllers[index].kind == Kinds.plain else { throw problem }
        let title = plan.controllers[index].options["title"]?.string
        plan.controllers[index].timing = PageTiming()
        plan.controllers[index].options =
            warnings?.options(for: problem.description, title: title) ?? []
        plan.controllers[index].isWarning = true
    }

    /// Adds the page that shows a mistake. If the id of the faulty controller is valid, the page
    /// gets this id, so that other parts of the book can refer to the page. Returns the page's
    /// index in the plan.
    private mutating func warn(of problem: String, _ node: DocumentNode) -> Int {
        var controller = BookPlan.Controller(
            kind: Kinds.plain, origin: Origin(path: node.path))
        if let id = node["id"]?.value.string, Identifier(id) != nil, plan.chosen[id] == nil {
            controller.id = id
            plan.chosen[id] = joined(node.path, "id")
        }
        let title = node["title"]?.value.string
        let file = node.value.string ?? node["file"]?.value.string
        controller.wish = title ?? file.map { PageFiles.stem(PageFiles.lastComponent($0)) } ?? ""
        controller.options = warnings?.options(for: problem, title: title) ?? []
        controller.isWarning = true
        plan.controllers.append(controller)
        return plan.controllers.count - 1
    }
}
