import Foundation
import Testing

@testable import PagerViewer

@Suite final class BookFolderTests {
    private let place: String

    init() throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("pagerd-viewer-\(UUID().uuidString)")
        place = folder.path
        let manager = FileManager.default
        for name in ["book/inner", "other", "book-beside"] {
            try manager.createDirectory(
                atPath: "\(place)/\(name)", withIntermediateDirectories: true)
        }
        for folder in ["book/.ssh", "book/inner/.git"] {
            try manager.createDirectory(
                atPath: "\(place)/\(folder)", withIntermediateDirectories: true)
        }
        for name in [
            "book/a.txt", "book/inner/b.txt", "other/secret.txt", "book-beside/c.txt",
            "book/.ssh/id", "book/inner/.git/config", "book/.profile",
        ] {
            try Data(name.utf8).write(to: URL(fileURLWithPath: "\(place)/\(name)"))
        }
        for (link, target) in [
            ("file", "../other/secret.txt"), ("folder", "../other"), ("key", ".ssh/id"),
        ] {
            try manager.createSymbolicLink(
                atPath: "\(place)/book/\(link)", withDestinationPath: target)
        }
    }

    deinit { try? FileManager.default.removeItem(atPath: place) }

    private func read(
        _ path: String, allowing: [String] = [], assets: [String] = [], isNamed: Bool = true
    ) throws -> String {
        let folder = try BookFolder(path: "\(place)/book", allowing: allowing, assets: assets)
        let file = try folder.open(Array(path.utf8)) { _ in isNamed }
        return String(decoding: file.read(at: 0, count: file.count) ?? [], as: UTF8.self)
    }

    @Test(arguments: ["a.txt", "inner/b.txt", "inner/../a.txt", "./a.txt"])
    func `A file inside the book's folder can be read`(path: String) throws {
        #expect(try read(path).hasPrefix("book/"))
    }

    @Test(arguments: [
        "../other/secret.txt", "file", "folder/secret.txt", "../book-beside/c.txt", "/etc/passwd",
        "inner/../../other/secret.txt", "../../../../../../etc/passwd", "../nothing",
    ])
    func `A path out of the book's folder is refused`(path: String) {
        #expect(throws: BookFolder.Problem.outside) { try read(path) }
    }

    @Test(arguments: ["no.txt", "inner", "inner/no", "a.txt\0.png"])
    func `A path that is not a file counts as missing`(path: String) {
        #expect(throws: BookFolder.Problem.missing) { try read(path) }
    }

    @Test(arguments: [".ssh/id", ".profile", "inner/.git/config", "key", "inner/../.ssh/id"])
    func `A hidden file counts as missing, even in a folder of assets`(path: String) {
        #expect(throws: BookFolder.Problem.missing) {
            try read(path, assets: ["\(place)/book"])
        }
    }

    @Test func `A file that no page names counts as missing unless it is an asset`() throws {
        #expect(throws: BookFolder.Problem.missing) { try read("inner/b.txt", isNamed: false) }
        let assets = ["\(place)/book/inner"]
        #expect(try read("inner/b.txt", assets: assets, isNamed: false) == "book/inner/b.txt")
        #expect(throws: BookFolder.Problem.missing) {
            try read("a.txt", assets: assets, isNamed: false)
        }
    }

    @Test func `Different paths to a file have the same canonical name`() throws {
        let folder = try BookFolder(path: "\(place)/book")
        for path in [
            "a.txt", "./a.txt", "inner/../a.txt", "inner//..//a.txt", "/\(place)/book/a.txt",
        ] {
            let name = folder.name(of: Array(path.utf8)).map { String(decoding: $0, as: UTF8.self) }
            #expect(name == "\(folder.root)/a.txt", "\(path)")
        }
        for path in ["", "a\0", String(repeating: "a", count: 5_000)] {
            #expect(folder.name(of: Array(path.utf8)) == nil)
        }
    }

    @Test func `Files in an allowed folder can be read`() throws {
        let other = ["\(place)/other"]
        #expect(try read("file", allowing: other) == "other/secret.txt")
        #expect(try read("\(place)/other/secret.txt", allowing: other) == "other/secret.txt")
        #expect(throws: BookFolder.Problem.outside) {
            try read("../book-beside/c.txt", allowing: other)
        }
    }

    @Test func `If the book is a file, the files in its folder can be read`() throws {
        let folder = try BookFolder(path: "\(place)/book/a.txt")
        let file = try folder.open(Array("inner/b.txt".utf8)) { _ in true }
        #expect(
            file.read(at: 0, count: 99).map { String(decoding: $0, as: UTF8.self) }
                == "book/inner/b.txt")
    }

    @Test(arguments: ["current", "current/a.txt"])
    func `If a link to the book leads to another folder, the files come from there`(path: String)
        throws
    {
        let manager = FileManager.default
        let link = "\(place)/current"
        try manager.createSymbolicLink(atPath: link, withDestinationPath: "book")
        try Data("other/a.txt".utf8).write(to: URL(fileURLWithPath: "\(place)/other/a.txt"))
        let folder = try BookFolder(path: "\(place)/\(path)")
        let file = path == "current" ? "a.txt" : "inner/b.txt"
        let old = try folder.open(Array(file.utf8)) { _ in true }
        #expect(
            old.read(at: 0, count: 99).map { String(decoding: $0, as: UTF8.self) } == "book/\(file)"
        )
        try manager.removeItem(atPath: link)
        #expect(throws: BookFolder.Problem.self) {
            try folder.open(Array(file.utf8)) { _ in true }
        }
        try manager.createSymbolicLink(atPath: link, withDestinationPath: "other")
        let new = try folder.open(Array("secret.txt".utf8)) { _ in true }
        #expect(
            new.read(at: 0, count: 99).map { String(decoding: $0, as: UTF8.self) }
                == "other/secret.txt")
        #expect(throws: BookFolder.Problem.self) {
            try folder.open(Array("../book/a.txt".utf8)) { _ in true }
        }
        if path != "current" {
            #expect(throws: BookFolder.Problem.missing) {
                try folder.open(Array("a.txt".utf8)) { _ in true }
            }
        }
    }

    @Test func `A folder that does not exist is refused with its option`() {
        let (book, nowhere) = ("\(place)/book", "\(place)/nowhere")
        #expect(throws: BookFolder.Missing.book(nowhere)) { try BookFolder(path: nowhere) }
        #expect(throws: BookFolder.Missing.allowed(nowhere)) {
            try BookFolder(path: book, allowing: [place, nowhere])
        }
        #expect(throws: BookFolder.Missing.assets(nowhere)) {
            try BookFolder(path: book, allowing: [place], assets: [nowhere])
        }
    }
}
