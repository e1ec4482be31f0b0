import Foundation
import Testing

/// Tests that code which commits a plan of a built-in command itself does not compile.
@Suite struct CommitTests {
    /// Returns a command of another package whose `commit` contains the attempt.
    private static func source(_ attempt: String) -> String {
        """
        import Containment
        import PagerModel

        struct Mine: SceneCommand {
            typealias Reply = NoFields
            static let method = "misuser.mine"
            static let summary = "Tries something."
            static let errors: [ErrorName] = []
            mutating func visit(_ v: inout some FieldVisitor) {}

            func validate(in scene: borrowing Scene) throws(CommandError) -> Handle { .none }

            func commit(
                _ plan: Handle, in scene: inout Scene, after validation: Validation<Self>
            ) -> Reply {
                \(attempt)
                return Reply()
            }
        }
        """
    }

    /// Returns the compiler errors for a command with this `commit`.
    private func errors(of attempt: String) throws -> [String] {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("commit-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("Mine.swift")
        try Self.source(attempt).write(to: file, atomically: true, encoding: .utf8)
        let test = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let products = URL(fileURLWithPath: test).deletingLastPathComponent().path
        let compiler = Process()
        compiler.executableURL = URL(filePath: "/usr/bin/env")
        compiler.arguments = [
            "swiftc", "-typecheck", "-swift-version", "6", "-parse-as-library",
            "-diagnostic-style", "llvm", "-I", "\(products)/Modules", file.path,
        ]
        let pipe = Pipe()
        compiler.standardError = pipe
        try compiler.run()
        let said = try pipe.fileHandleForReading.readToEnd() ?? Data()
        compiler.waitUntilExit()
        let text = String(decoding: said, as: UTF8.self)
        let found = text.split(separator: "\n").compactMap { line in
            line.firstRange(of: " error: ").map { String(line[$0.upperBound...]) }
        }
        #expect((compiler.terminationStatus == 0) == found.isEmpty, "\(text)")
        return found
    }

    @Test func `A command of another package compiles`() throws {
        #expect(try errors(of: "_ = scene.isAlive(plan)") == [])
    }

    @Test(arguments: [
        (
            "_ = ControllerDestroy { $0.id = \"a\" }.commit(plan, in: &scene)",
            "missing argument for parameter 'after' in call"
        ),
        (
            "_ = ControllerDestroy { $0.id = \"a\" }.commit(plan, in: &scene, after: validation)",
            "cannot convert value of type 'Validation<Mine>' to expected argument type "
                + "'Validation<ControllerDestroy>'"
        ),
        (
            "_ = ControllerDestroy { $0.id = \"a\" }.commit(plan, in: &scene, after: Validation())",
            "'Validation<C>' initializer is inaccessible due to 'fileprivate' protection level"
        ),
        (
            """
            func again<C: SceneCommand>(_ command: C, _ plan: C.Plan, _ scene: inout Scene) {
                _ = command.commit(plan, in: &scene, after: validation)
            }
            """,
            "cannot convert value of type 'Validation<Mine>' to expected argument type "
                + "'Validation<C>'"
        ),
    ])
    func `Code of another package cannot commit a plan of a built-in command`(
        attempt: String, problem: String
    ) throws {
        #expect(try errors(of: attempt) == [problem])
    }
}
