import Testing
import UIKit

@MainActor
struct AlertTests {
    @Test func `A tap on a button dismisses the alert, then calls the handler`() {
        let simulation = Simulation.begin(moments: .immediate)
        let (window, log) = (UIWindow(), TransitionLog())
        let root = LoggedController("root", log)
        window.rootViewController = root
        window.makeKeyAndVisible()
        _ = log.take()
        let alert = UIAlertController(title: "Delete?", message: nil, preferredStyle: .alert)
        alert.addAction(
            UIAlertAction(title: "Delete", style: .destructive) { action in
                #expect(root.presentedViewController == nil)
                log.note("handler \(action.title ?? "")")
            })
        alert.addAction(UIAlertAction(title: "Cancel", style: .cancel))
        alert.addTextField { $0.text = "draft" }
        #expect(alert.textFields?.first?.text == "draft")
        root.present(alert, animated: true)
        simulation.advance(by: .seconds(1))
        #expect(root.view.window != nil)
        alert.simulateTap(onActionWithTitle: "Delete")
        #expect(log.take() == [])
        simulation.advance(by: .seconds(1))
        #expect(log.take() == ["handler Delete"])
        #expect(simulation.issues == [])
    }

    @Test func `A second cancel button raises, and a tap without a presentation is an issue`() {
        let simulation = Simulation.begin()
        let alert = UIAlertController(title: nil, message: "x", preferredStyle: .actionSheet)
        alert.addAction(UIAlertAction(title: "No", style: .cancel))
        alert.addAction(UIAlertAction(title: "Never", style: .cancel))
        alert.addTextField()
        alert.simulateTap(onActionWithTitle: "No")
        alert.simulateTap(onActionWithTitle: "Never")
        #expect(
            simulation.issues.map(\.exceptionAndText) == [
                "NSInternalInconsistencyException: UIAlertController can only have one action with "
                    + "a style of UIAlertActionStyleCancel",
                "NSInternalInconsistencyException: Text fields can only be added to an alert "
                    + "controller of style UIAlertControllerStyleAlert",
                "simulateTap: <UIAlertController> must be presented and have the action No",
                "simulateTap: there is no action Never; the actions are No",
            ])
    }
}
