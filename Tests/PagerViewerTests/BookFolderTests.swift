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
        for name in ["book/a.txt", "book/inner/b.txt", "other/secret.txt", "book-beside/c.txt"] {
            try Data(name.utf8).write(to: URL(fileURLWithPath: "\(place)/\(name)"))
        }
        for (link, target) in [("file", "../other/secret.txt"), ("folder", "../other")] {
            try manager.createSymbolicLink(
                atPath: "\(place)/book/\(link)", withDestinationPath: target)
        }
    }

    deinit { try? FileManager.default.removeItem(atPath: place) }

    private func read(_ path: String, allowing: [String] = []) throws -> String {
        let folder = try #require(BookFolder(path: "\(place)/book", allowing: allowing))
        return String(decoding: try folder.read(path), as: UTF8.self)
    }

    @Test(arguments: ["a.txt", "inner/b.txt", "inner/../a.txt", "./a.txt"])
    func whatLiesInsideIsRead(path: String) throws {
        #expect(try read(path).hasPrefix("book/"))
    }

    @Test(arguments: [
        "../other/secret.txt", "file", "folder/secret.txt", "../book-beside/c.txt", "/etc/passwd",
        "inner/../../other/secret.txt", "../../../../../../etc/passwd", "../nothing",
    ])
    func whatLeadsOutsideIsRefused(path: String) {
        #expect(throws: BookFolder.Problem.outside) { try read(path) }
    }

    @Test(arguments: ["no.txt", "inner", "inner/no", "a.txt\0.png"])
    func whatIsNoFileIsMissing(path: String) {
        #expect(throws: BookFolder.Problem.missing) { try read(path) }
    }

    @Test func anotherFolderCanBeAllowed() throws {
        let other = ["\(place)/other"]
        #expect(try read("file", allowing: other) == "other/secret.txt")
        #expect(try read("\(place)/other/secret.txt", allowing: other) == "other/secret.txt")
        #expect(throws: BookFolder.Problem.outside) {
            try read("../book-beside/c.txt", allowing: other)
        }
    }

    @Test func aBookThatIsAFileMeansItsFolder() throws {
        let folder = try #require(BookFolder(path: "\(place)/book/a.txt"))
        #expect(
            String(decoding: try folder.read("inner/b.txt"), as: UTF8.self) == "book/inner/b.txt")
    }

    @Test func aFolderThatIsNotThereIsSaid() {
        #expect(BookFolder(path: "\(place)/nowhere") == nil)
        #expect(BookFolder(path: "\(place)/book", allowing: ["\(place)/nowhere"]) == nil)
    }
}
