internal import PagerModel

/// The file `pages.yaml` of a folder: the options of the folder's pager and the order of its pages.
/// Files that it does not name follow in the order of their names.
struct FolderPages {
    /// The name of the file. This file is not a page.
    static let name = "pages.yaml"
    static let list = "pages"

    /// The document of the folder's book.
    private(set) var document: Document
    /// For each page, its index in the list of the file. Nil for a page that the file does not list.
    private(set) var indexes: [Int?] = []
    /// The names of the files that `pages.yaml` does not list, in their order.
    private(set) var others: [String] = []
    /// The number of elements of the list in the file, or nil without a list.
    private(set) var count: Int?

    /// Reads the file and the names in its folder.
    ///
    /// - Parameter text: The text of the file, or nil to read it.
    /// - Throws: `DocumentProblem` if the file or the folder cannot be read.
    init(
        _ path: String, allowing allowed: [String], _ vocabulary: BookVocabulary,
        _ warnings: inout PageWarnings?, text: String? = nil
    ) throws(DocumentProblem) {
        let file = path.hasSuffix("/") ? path + Self.name : "\(path)/\(Self.name)"
        let folder: Folder
        let names: [Folder.Name]
        do {
            folder = try Folder(path, allowing: allowed)
            names = try folder.names()
        } catch {
            throw DocumentProblem(path, error.sentence)
        }
        document = try Document.parse(try Self.text(text, of: file), name: file)
        guard let members = document.value.members else {
            throw document.problem(
                "",
                "\(Self.name) is an object with the options of a \(Kinds.ofFolders) and its "
                    + "\(Self.list), not \(document.value.typeName)")
        }
        let positions = document.positions
        var (pager, pages) = (PositionedMembers(), [Value]())
        var (pagePositions, remarks) = (Positions(line: 1, column: 1), [String]())
        var listed: TextSet = []
        for (index, member) in members.enumerated() {
            guard isSame(member.name, Self.list) else {
                pager.append(member.name, member.value, positions[index])
                continue
            }
            let node = DocumentNode(value: member.value, path: Self.list)
            let elements = try document.elements(node, of: Self.list)
            count = elements.count
            pagePositions = Positions(
                line: Int(positions[index].line), column: Int(positions[index].column))
            for (number, element) in elements.enumerated() {
                let text = element.value.string ?? element.value["file"]?.string
                if let text, !WebAddress.isWeb(text) {
                    switch folder.find(text) {
                    case .inside(let name, _): _ = listed.insert(name)
                    case .missing:
                        remarks.append(
                            document.problem(
                                element.path,
                                "there is no file \(quoted(text)) in the folder, so the page is "
                                    + "left out"
                            ).description)
                        continue
                    default: break
                    }
                }
                pages.append(element.value)
                pagePositions.append(positions[index][number])
                indexes.append(number)
            }
        }
        for name in names {
            guard name.isUTF8 else {
                remarks.append(FolderReader.remark(onName: name.text, in: path))
                continue
            }
            guard ![Self.name, FolderReader.themeName].contains(name.text),
                !listed.contains(name.text), FolderReader.isPage(name.text, folder)
            else { continue }
            others.append(name.text)
            pages.append(.string(name.text))
            indexes.append(nil)
        }
        guard !pages.isEmpty else {
            throw DocumentProblem(
                path, "there is no file to show in this folder, and \(file) names no page")
        }
        if !pager.contains("id") { pager.append("id", "book", Positions(line: 1, column: 1)) }
        if !pager.contains("theme"), names.contains(where: { $0.text == FolderReader.themeName }),
            let theme = try Self.theme(path, folder, vocabulary, &warnings)
        {
            pager.append("theme", theme, Positions(line: 1, column: 1))
        }
        pager.append(Self.list, .array(pages), pagePositions)
        var outer = Positions(line: 1, column: 1)
        outer.append(pager.positions)
        document = Document(
            name: file, value: .object([.init(Kinds.ofFolders, .object(pager.members))]),
            positions: outer)
        document.remarks = remarks
    }

    private static func text(
        _ given: String?, of file: String
    ) throws(DocumentProblem) -> String {
        if let given { return given }
        return try Document.text(of: file)
    }

    private static func theme(
        _ path: String, _ folder: Folder, _ vocabulary: BookVocabulary,
        _ warnings: inout PageWarnings?
    ) throws(DocumentProblem) -> Value? {
        do {
            let file = path.hasSuffix("/") ? path : path + "/"
            let document = try Document.read(path: file + FolderReader.themeName)
            var controller = BookPlan.Controller(kind: Kinds.ofFolders, origin: Origin())
            try BookReader(document, folder, vocabulary).readTheme(document.root, &controller)
            return document.value
        } catch {
            guard warnings != nil else { throw error }
            warnings?.note(error.description)
            return nil
        }
    }
}
