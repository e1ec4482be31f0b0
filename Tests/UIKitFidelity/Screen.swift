import Foundation
import Testing
import UIKit

/// The window and the clock of one test. All differences between UIKit and pagerd's classes are in
/// this file.
@MainActor
final class Screen {
    let log: CallbackLog
    let window: UIWindow

    #if os(Linux)
        /// The name of the system in a recorded trace.
        static let system = "pagerd"
        private let simulation: Simulation

        init(_ kinds: CallbackLog.Kinds = [.move, .appear]) {
            log = CallbackLog(kinds)
            simulation = Simulation.begin()
            window = UIWindow()
        }

        /// Advances the time: running animations end, and layout happens.
        func wait(_ seconds: Double = 1) async { simulation.advance(by: .seconds(seconds)) }
    #else
        static let system = "UIKit, iOS \(ProcessInfo.processInfo.operatingSystemVersionString)"

        init(_ kinds: CallbackLog.Kinds = [.move, .appear]) {
            log = CallbackLog(kinds)
            // Nil if the tests run without an app. A window without a scene shows its root too.
            let application = UIApplication.perform(NSSelectorFromString("sharedApplication"))
            let scenes = (application?.takeUnretainedValue() as? UIApplication)?.connectedScenes
            let scene = scenes?.lazy.compactMap { $0 as? UIWindowScene }.first
            window =
                scene.map { UIWindow(windowScene: $0) } ?? UIWindow(frame: UIScreen.main.bounds)
        }

        func wait(_ seconds: Double = 1) async {
            try? await Task.sleep(for: .seconds(seconds))
        }
    #endif

    /// Makes a controller the root of the visible window, and discards the logged callbacks.
    func show(_ root: UIViewController) async {
        await reveal(root)
        log.forget()
    }

    /// Makes a controller the root of the visible window.
    func reveal(_ root: UIViewController) async {
        window.rootViewController = root
        window.isHidden = false
        await wait()
    }

    /// Waits, then compares the callbacks with the expected ones. If the environment names a file,
    /// records them or compares them with the recorded ones. Only the
    /// simulation counts its issues.
    func end(
        expecting expected: [String], issues: Int = 0,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        await wait()
        let trace = log.entries
        #if os(Linux)
            #expect(simulation.issues.count == issues, sourceLocation: sourceLocation)
        #endif
        window.rootViewController = nil
        window.isHidden = true
        RecordedTraces.check(trace, expected, at: sourceLocation)
    }

    func controller(_ name: String) -> RecordingController {
        RecordingController(name, log)
    }

    /// Returns a parent and two children of it, the first of which has its view in the parent's.
    func children() -> (RecordingController, RecordingController, RecordingController) {
        let (parent, old, new) = (controller("parent"), controller("old"), controller("new"))
        parent.install(old)
        parent.addChild(new)
        return (parent, old, new)
    }
}
