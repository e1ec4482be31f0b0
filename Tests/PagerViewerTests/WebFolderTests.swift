import Foundation
import Testing

@testable import PagerViewer

@Suite struct WebFolderTests {
    @Test func anInstalledProgramLooksBesideItselfOnly() {
        #expect(
            WebFolder.candidates(executable: "/nowhere/bin/pagerview")
                == ["/nowhere/share/pagerd/web"])
        #expect(WebFolder.candidates(executable: "/nowhere/pagerview") == ["/share/pagerd/web"])
    }

    @Test(arguments: [".build", ".build-static"])
    func aBuiltProgramLooksInItsSourcesAsWell(folder: String) {
        #expect(
            WebFolder.candidates(executable: "/a/pagerd/\(folder)/debug/pagerview")
                == ["/a/pagerd/\(folder)/share/pagerd/web", "/a/pagerd/clients/web"])
    }

    @Test func aLinkIsFollowed() throws {
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
