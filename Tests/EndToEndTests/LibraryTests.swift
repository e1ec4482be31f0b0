import DaemonUnderTest
import Foundation
import Testing

/// Tests of the libraries that the programs load. Foundation would double their size on disk.
@Suite struct LibraryTests {
    @Test(arguments: [
        ("pagerd", ["libFoundation.so"]), ("pagerview", ["libFoundation.so"]),
        ("pagerctl", ["libFoundation.so", "libFoundationEssentials.so"]),
    ])
    func `A program loads no more of Foundation than its packages need`(
        program: String, libraries: [String]
    ) throws {
        let file = URL(filePath: "\(TestDaemon.products)/\(program)")
        let bytes = try Data(contentsOf: file, options: .alwaysMapped)
        for library in libraries {
            #expect(bytes.range(of: Data(library.utf8)) == nil, "\(program) loads \(library)")
        }
    }
}
