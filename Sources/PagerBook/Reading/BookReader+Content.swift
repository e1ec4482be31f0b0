internal import PagerModel
internal import PagerWire

/// Functions that check the content of pages.
extension BookReader {
    /// The members of a content that the viewer or pagerd reads.
    private static let members = [
        "type", "body", "url", "base", "notes", "theme", "fit", "step", "alarm", "playlist",
        "untilEnd", "muted", "trusted", "reload", "zoom", "probe", "fallback", "problem",
        "placeholder",
    ]

    /// Checks the content of a page: if it has the path of a file, that the file belongs to the
    /// book. Missing pictures of its text, and members that are probably mistakes, cause remarks.
    mutating func checkContent(_ node: DocumentNode) throws(DocumentProblem) {
        guard let content = node["content"], content.value.members != nil else { return }
        if let url = content["url"], let text = url.value.string, !WebAddress.isWeb(text) {
            checkFile(try reference(to: text, url), as: content)
        }
        // The text of a whole talk is checked at once, so that remarks have its lines.
        if document.talk == nil { checkBody(content) }
        if let fallback = content["fallback"], fallback.value.members != nil {
            checkBody(fallback)
            if let url = fallback["url"], let path = url.value.string { checkPicture(path, url) }
        }
        for name in ["picture", "logo"] {
            guard let picture = content[Self.theme]?[name], let path = picture.value.string else {
                continue
            }
            checkPicture(path, picture)
        }
        checkMembers(content)
    }

    /// Notes the missing files of a file of the book.
    mutating func checkFile(_ reference: Value, as content: DocumentNode) {
        guard let path = reference["url"]?.string,
            case .inside(let name, let full)? =
                Optional(files.folder.find(path))
        else { return }
        let given = content["type"]?.value.string
        let type = given.map { MediaType(name: $0) } ?? MediaType.of(fileName: name)
        if let type { files.check(name, full, type) }
    }

    private mutating func checkBody(_ content: DocumentNode) {
        guard let body = content["body"], let text = body.value.string else { return }
        let type = MediaType(name: content["type"]?.value.string ?? "")
        let base = content["base"]?.value.string ?? ""
        for reference in PageFiles.references(in: text.utf8, type) {
            guard let problem = files.problem(of: reference.path, in: base) else { continue }
            note(problem, body)
        }
    }

    /// Notes a picture of the content that is missing.
    private mutating func checkPicture(_ path: String, _ node: DocumentNode) {
        guard !PageReferences.hasScheme(Array(path.utf8)[...]),
            let problem = files.problem(of: path, in: ""),
            // The text of a talk may name the picture, too.
            document.talk == nil || !files.remarks.contains(where: { $0.hasSuffix(problem) })
        else { return }
        note(problem, node)
    }

    private mutating func note(_ problem: String, _ node: DocumentNode) {
        files.note(document.problem(node.path, problem).description)
    }

    /// Notes misspelt members, and values that the viewer does not use.
    private mutating func checkMembers(_ content: DocumentNode) {
        let isShown = ["type", "url", "body"].contains { content[$0] != nil }
        for member in content.value.members ?? [] where isShown {
            let path = joined(content.path, member.name)
            if !Self.members.contains(member.name),
                let near = Spelling.nearest(to: member.name, among: Self.members)
            {
                files.note(
                    document.problem(
                        path, "content has \(quoted(member.name)); did you mean \(near)?"
                    ).description)
            }
            guard let problem = Self.problem(of: member, in: content.value) else { continue }
            files.note(document.problem(path, problem).description)
        }
    }

    /// Returns why the viewer does not use a member of a content, or nil.
    private static func problem(of member: Value.Member, in content: Value) -> String? {
        let number = try? Double(reading: member.value)
        switch member.name {
        case "zoom":
            guard let number, (0.25...5).contains(number) else { return "zoom is 0.25 to 5" }
        case "reload":
            guard let number, number >= 5 else { return "reload is a number of seconds from 5" }
        case "probe" where member.value == true:
            guard let url = content["url"]?.string, WebAddress.isWeb(url) else {
                return "probe is for the address of a site"
            }
            if WebAddress.isPrivate(url) {
                return "pagerview shows private addresses without a check, unless it has "
                    + "--probe-private \(WebAddress.host(of: url))"
            }
        default: return nil
        }
        return nil
    }
}
