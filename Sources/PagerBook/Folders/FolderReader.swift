internal import PagerModel

/// A reader that makes a book from a folder. The book has a window with the id `main` and a pager
/// with a page for each file.
enum FolderReader {
    /// The name of the file with the folder's theme. This file is not a page.
    private static let themeName = "theme.yaml"

    /// Returns the book for a folder.
    ///
    /// - Throws: `DocumentProblem` if the folder cannot be read or contains no page.
    static func read(
        _ path: String, allowing allowed: [String], _ vocabulary: BookVocabulary,
        _ warnings: PageWarnings? = nil
    ) throws(DocumentProblem) -> Book {
        var warnings = warnings
        let names: [Folder.Name]
        var files: PageFiles
        do {
            let folder = try Folder(path, allowing: allowed)
            files = PageFiles(folder)
            names = try folder.names()
        } catch {
            throw DocumentProblem(path, error.sentence)
        }
        var plan = BookPlan(vocabulary)
        plan.chosen = ["main": "", "book": ""]
        plan.windows = [.init(id: "main", root: 0, origin: Origin(file: path))]
        plan.controllers = [.init(kind: Kinds.ofFolders, id: "book", origin: Origin(file: path))]
        for entry in names {
            let name = entry.text
            guard !entry.isUTF8 || isPage(name, files.folder) else { continue }
            let file = path.hasSuffix("/") ? path + name : "\(path)/\(name)"
            if name == themeName {
                do {
                    let document = try Document.read(path: file)
                    let reader = BookReader(document, files.folder, vocabulary)
                    try reader.readTheme(document.root, &plan.controllers[0])
                } catch {
                    guard warnings != nil else { throw error }
                    warnings?.note(error.description)
                }
                continue
            }
            func warn(of problem: String) {
                plan.controllers.append(
                    .init(
                        kind: Kinds.plain, wish: PageFiles.stem(name),
                        options: warnings?.options(for: problem, title: nil) ?? [],
                        origin: Origin(file: file), isWarning: true))
            }
            if let problem = warnings?.refused[file] {
                warn(of: problem)
                continue
            }
            guard entry.isUTF8 else {
                let problem = DocumentProblem(
                    path, "the name \(quoted(name)) is not UTF-8; rename the file")
                guard warnings != nil else { throw problem }
                warn(of: problem.description)
                continue
            }
            do {
                let page = try files.page(name)
                plan.controllers.append(
                    .init(
                        kind: Kinds.plain, wish: PageFiles.stem(name),
                        options: [
                            .init("title", .string(page.title)), .init("content", page.content),
                        ], origin: Origin(file: file)))
            } catch {
                let problem = DocumentProblem(path, error.message)
                guard warnings != nil else { throw problem }
                warn(of: problem.description)
            }
        }
        let pages = Array(plan.controllers.indices.dropFirst())
        guard !pages.isEmpty else {
            throw DocumentProblem(
                path,
                "there is no file to show in this folder; hidden files, subfolders and links that "
                    + "lead out of it are not shown")
        }
        let shape = vocabulary[Kinds.ofFolders]
        plan.lists = [
            .init(owner: 0, members: pages, name: shape.keys[0], contents: shape.contents)
        ]
        plan.folders = files.folders.union([path])
        plan.nameAll()
        return try Book(path, plan, nil, problems: warnings?.problems ?? [])
    }

    /// Returns whether the folder has a regular file with this name. If the file is a symbolic
    /// link, its target must be in the folder or in another allowed folder.
    private static func isPage(_ name: String, _ folder: Folder) -> Bool {
        guard case .inside(_, let full) = folder.find(name) else { return false }
        return FileContents.isRegular(full)
    }
}
