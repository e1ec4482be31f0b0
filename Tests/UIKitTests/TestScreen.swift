import UIKit

/// A window with one controller that logs the touches it receives.
///
/// It is created in the test itself, because other tests can run between a suite's initializer and
/// the test.
@MainActor
struct TestScreen {
    let simulation = Simulation.begin(screen: CGSize(width: 300, height: 600))
    let window = UIWindow()
    let root = TouchedController()
    let log = GestureLog()
    let rules = Rules()

    init() {
        window.rootViewController = root
        window.makeKeyAndVisible()
    }

    var content: UIView { root.view }
    var bounds: CGRect { content.bounds }

    /// Adds a recognizer that logs its states, to the controller's view by default.
    func add<Recognizer: UIGestureRecognizer>(
        _ recognizer: Recognizer, _ name: String, to view: UIView? = nil
    ) -> Recognizer {
        recognizer.name = name
        recognizer.delegate = rules
        recognizer.addTarget(log, action: GestureLog.note)
        (view ?? content).addGestureRecognizer(recognizer)
        return recognizer
    }
}

final class TouchedController: UIViewController {
    var touches: [String] = []

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        self.touches.append("began")
    }

    override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
        self.touches.append("moved")
    }

    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        self.touches.append("ended")
    }

    override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
        self.touches.append("cancelled")
    }
}

@MainActor
final class GestureLog {
    var entries: [String] = []

    func note(_ recognizer: UIGestureRecognizer) {
        entries.append("\(recognizer.name ?? "?") \(recognizer.state)")
    }
}

/// A gesture delegate whose decisions a test sets.
final class Rules: UIGestureRecognizerDelegate {
    var begins = true
    var receives = true
    var simultaneous = false
    var requirement: (String, String)?
    var requiredBy: (String, String)?

    func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool { begins }

    func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer,
        shouldRecognizeSimultaneouslyWith other: UIGestureRecognizer
    ) -> Bool { simultaneous }

    func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer, shouldRequireFailureOf other: UIGestureRecognizer
    ) -> Bool {
        requirement.map { $0 == gestureRecognizer.name && $1 == other.name } ?? false
    }

    func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer,
        shouldBeRequiredToFailBy other: UIGestureRecognizer
    ) -> Bool {
        requiredBy.map { $0 == gestureRecognizer.name && $1 == other.name } ?? false
    }

    func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer, shouldReceive touch: UITouch
    ) -> Bool { receives }
}
