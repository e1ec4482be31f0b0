internal import PagerModel

extension BookReader {
    /// The name of the member that sets the theme of a book or a controller.
    static let theme = "theme"

    /// Reads the theme of a book or a controller and adds it to the content of `controller`, where
    /// the viewer finds it. The theme also applies to everything inside the controller.
    func readTheme(
        of node: DocumentNode, _ controller: inout BookPlan.Controller
    ) throws(DocumentProblem) {
        if let theme = node[Self.theme] { try readTheme(theme, &controller) }
    }

    /// Reads a theme and adds it to the content of a controller, unless the content already has a
    /// theme.
    func readTheme(
        _ theme: DocumentNode, _ controller: inout BookPlan.Controller
    ) throws(DocumentProblem) {
        try checkTheme(theme)
        let place = controller.options.firstIndex { $0.name == "content" }
        let content = place.map { controller.options[$0].value } ?? .object([])
        guard case .object(var members) = content == .null ? .object([]) : content else {
            throw document.problem(
                theme.path,
                "a page with a theme needs a content that is an object, not \(content.typeName)")
        }
        // A page's own theme takes precedence over that of its book.
        if content[Self.theme] != nil { return }
        members.append(.init(Self.theme, theme.value))
        let option = Value.Member("content", .object(members))
        if let place {
            controller.options[place] = option
        } else {
            controller.options.append(option)
        }
    }

    private func checkTheme(_ theme: DocumentNode) throws(DocumentProblem) {
        if theme.value.string != nil {
            _ = try document.read(Theme.Base.self, theme)
            return
        }
        try document.check(theme, is: "a theme", with: Theme.declaration.map(\.name))
        if let colors = theme["colors"] {
            try document.check(colors, is: "colors", with: Theme.Colors.declaration.map(\.name))
        }
        _ = try document.read(Theme.self, theme)
        for name in ["logo", "picture"] {
            guard let picture = theme[name], let text = picture.value.string,
                !WebAddress.isWeb(text)
            else { continue }
            _ = try reference(to: text, picture)
        }
    }
}
