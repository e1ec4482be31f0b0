internal import PagerModel

extension BookReader {
    /// Reads a page for which the book gives only a file or a web address, such as `welcome.md` or
    /// `https://example.org/`.
    mutating func readShorthand(
        _ text: String, _ node: DocumentNode, _ controller: inout BookPlan.Controller
    ) throws(DocumentProblem) {
        if WebAddress.isWeb(text) {
            controller.wish = WebAddress.host(of: text)
            controller.options = [.init("content", WebAddress.content(of: text))]
            return
        }
        let page = try readFile(text, node)
        controller.wish = PageFiles.stem(PageFiles.lastComponent(text))
        controller.options = [
            .init("title", .string(page.title)), .init("content", page.content),
        ]
    }

    /// Reads the content of a page from its member `file` or `url`. Refuses a page with more than
    /// one of `content`, `file` and `url`.
    mutating func readContent(
        _ node: DocumentNode, _ controller: inout BookPlan.Controller
    ) throws(DocumentProblem) {
        let given = ["content", "file", "url"].compactMap { node[$0] }
        guard given.count <= 1 else {
            throw document.problem(
                given[1].path, "a page has only one content; write one of content, file and url")
        }
        if let file = node["file"] {
            let text = try document.read(String.self, file)
            let page = try readFile(text, file)
            controller.wish = PageFiles.stem(PageFiles.lastComponent(text))
            if node["title"] == nil {
                controller.options.append(.init("title", .string(page.title)))
            }
            controller.options.append(.init("content", page.content))
        }
        if let url = node["url"] {
            let text = try document.read(String.self, url)
            let isWeb = WebAddress.isWeb(text)
            controller.options.append(
                .init(
                    "content",
                    isWeb ? WebAddress.content(of: text) : try reference(to: text, url)))
            guard controller.wish.isEmpty else { return }
            controller.wish =
                isWeb
                ? WebAddress.host(of: text) : PageFiles.stem(PageFiles.lastComponent(text))
        }
    }

    /// If a page's `content` contains the path of a file, checks that this file belongs to the
    /// book.
    func checkContent(_ node: DocumentNode) throws(DocumentProblem) {
        guard let url = node["content"]?["url"], let text = url.value.string,
            !WebAddress.isWeb(text)
        else { return }
        _ = try reference(to: text, url)
    }

    private mutating func readFile(
        _ path: String, _ node: DocumentNode
    ) throws(DocumentProblem) -> PageFiles.Page {
        try refuseSchemes(path, node)
        do {
            return try files.page(path)
        } catch {
            throw document.problem(node.path, error.message)
        }
    }

    /// Returns page content that refers to a file of the book by its path. The file is not read.
    func reference(to path: String, _ node: DocumentNode) throws(DocumentProblem) -> Value {
        try refuseSchemes(path, node)
        do throws(PageFiles.Problem) {
            let (name, full) = try files.locate(path)
            guard FileContents.isRegular(full) else {
                throw PageFiles.Problem(message: "\(quoted(path)) is not a regular file")
            }
            let type = MediaType.of(fileName: PageFiles.lastComponent(name))
            return PageFiles.content(type ?? .bytes, "url", name)
        } catch {
            throw document.problem(node.path, error.message)
        }
    }

    private func refuseSchemes(_ text: String, _ node: DocumentNode) throws(DocumentProblem) {
        guard text.contains("://") else { return }
        throw document.problem(
            node.path, "\(quoted(text)): an address must begin with http:// or https://")
    }
}
