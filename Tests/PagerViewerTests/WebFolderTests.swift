import Foundation
import Testing

@testable import PagerViewer

@Suite struct WebFolderTests {
    @Test func `An installed program searches for web files only under its prefix`() {
        #expect(
            WebFolder.candidates(executable: "/nowhere/bin/pagerview")
                == ["/nowhere/share/pagerd/web"])
        #expect(WebFolder.candidates(executable: "/nowhere/pagerview") == ["/share/pagerd/web"])
    }

    @Test(arguments: [".build", ".build-static"])
    func `A program in the build folder also searches its source folder`(folder: String) {
        #expect(
            WebFolder.candidates(executable: "/a/pagerd/\(folder)/debug/pagerview")
                == ["/a/pagerd/\(folder)/share/pagerd/web", "/a/pagerd/clients/web"])
    }

    @Test func `A program started by a link also searches beside the target of the link`() throws {
        let manager = FileManager.default
        let root =
            manager.temporaryDirectory.resolvingSymlinksInPath().path
            + "/pagerview-\(UInt32.random(in: 0...UInt32.max))"
        defer { try? manager.removeItem(atPath: root) }
        try manager.createDirectory(
            atPath: "\(root)/opt/bin", withIntermediateDirectories: true)
        try manager.createDirectory(atPath: "\(root)/bin", withIntermediateDirectories: true)
        #expect(manager.createFile(atPath: "\(root)/opt/bin/pagerview", contents: Data()))
        try manager.createSymbolicLink(
            atPath: "\(root)/bin/pagerview", withDestinationPath: "../opt/bin/pagerview")
        #expect(
            WebFolder.candidates(executable: "\(root)/bin/pagerview")
                == ["\(root)/share/pagerd/web", "\(root)/opt/share/pagerd/web"])
    }
}
