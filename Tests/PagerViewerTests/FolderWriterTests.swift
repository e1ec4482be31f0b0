import Foundation
import Testing

@testable import PagerViewer

@Suite final class FolderWriterTests {
    private let place: String
    private var writer: FolderWriter { FolderWriter(root: "\(place)/book") }
    private var file: String { "\(place)/book/a.yaml" }

    init() throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("pagerd-writer-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            atPath: folder.path + "/book/inner", withIntermediateDirectories: true)
        place = folder.resolvingSymlinksInPath().path
        try write("old", to: file)
    }

    deinit { try? FileManager.default.removeItem(atPath: place) }

    private func write(_ text: String, to path: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    }

    private func text(_ path: String) -> String? {
        FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The names in the folder, including temporary ones.
    private var names: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: "\(place)/book").sorted()) ?? []
    }

    private func replace(_ path: String, _ old: String?, _ new: String) throws {
        try writer.replace(path, expecting: old.map { Array($0.utf8) }, with: Array(new.utf8))
    }

    @Test func `A file is replaced and keeps its mode`() throws {
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file)
        try replace(file, "old", "new")
        #expect(text(file) == "new")
        let attributes = try FileManager.default.attributesOfItem(atPath: file)
        #expect(attributes[.posixPermissions] as? Int == 0o640)
        #expect(names == ["a.yaml", "inner"])
    }

    @Test(arguments: ["old", nil])
    func `A file that another program has changed is not replaced`(old: String?) throws {
        try write("older", to: file)
        #expect(throws: FolderWriter.Problem.self) { try replace(file, old, "new") }
        #expect(text(file) == "older")
        #expect(names == ["a.yaml", "inner"])
    }

    @Test func `A file that has gone is not written again`() throws {
        try FileManager.default.removeItem(atPath: file)
        #expect(throws: FolderWriter.Problem.self) { try replace(file, "old", "new") }
        #expect(names == ["inner"])
    }

    @Test func `A link inside the folder is followed, and one that leads out of it is refused`()
        throws
    {
        try write("secret", to: "\(place)/outside.yaml")
        let links = [
            ("in.yaml", "a.yaml"), ("out.yaml", "../outside.yaml"), ("none.yaml", "no.yaml"),
            ("up", ".."),
        ]
        for (link, target) in links {
            try FileManager.default.createSymbolicLink(
                atPath: "\(place)/book/\(link)", withDestinationPath: target)
        }
        try replace("\(place)/book/in.yaml", "old", "new")
        #expect(text(file) == "new")
        for (path, old) in [
            ("out.yaml", "secret"), ("none.yaml", nil), ("up/outside.yaml", "secret"),
            ("up/x", nil),
        ] {
            #expect(throws: FolderWriter.Problem.self) {
                try replace("\(place)/book/\(path)", old, "bad")
            }
        }
        #expect(text("\(place)/outside.yaml") == "secret")
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: place).sorted() == [
                "book", "outside.yaml",
            ])
    }

    @Test func `Of several writers of the same state, one succeeds`() async throws {
        let (writer, file) = (writer, file)
        let count = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<8 {
                group.addTask {
                    (try? writer.replace(
                        file, expecting: Array("old".utf8), with: Array("new \(number)".utf8)))
                        != nil
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(count == 1)
        #expect(text(file)?.hasPrefix("new ") == true)
        #expect(names == ["a.yaml", "inner"])
    }

    @Test(arguments: [
        "", ".profile", "a/b.png", "..", "a\\b", "a\u{1}b", "notes.md~", "pages.yaml", "Theme.YAML",
        String(repeating: "a", count: 201),
    ])
    func `A file's name that leads elsewhere or is not shown is refused`(name: String) {
        #expect(UploadName.problem(name) != nil)
    }

    @Test(arguments: ["a.png", "Speisekarte Mittag.md", "é.svg", "-x.png", "a..b"])
    func `The name of a page's file is accepted`(name: String) {
        #expect(UploadName.problem(name) == nil)
    }
}
