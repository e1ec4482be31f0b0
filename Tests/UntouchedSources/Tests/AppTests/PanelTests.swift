import Testing
import UIKit

@MainActor
@Suite(.simulation) struct PanelTests {
    private final class Main: UIViewController {}
    private final class Content: UIViewController {}

    private final class Observer: PanelControllerDelegate {
        var log: [String] = []
        func panel(_ panel: PanelController, willMoveTo position: PanelPosition) {
            log.append("will \(position.rawValue)")
        }
        func panel(_ panel: PanelController, didMoveTo position: PanelPosition) {
            log.append("did \(position.rawValue)")
        }
    }

    private let simulation = Simulation.current
    private let window = UIWindow()
    private let panel = PanelController(main: Main())
    private let observer = Observer()

    init() {
        panel.delegate = observer
        window.rootViewController = panel
        window.makeKeyAndVisible()
        simulation.advance(by: .seconds(1))
    }

    @Test func `Content appears in the panel, and the old content leaves`() {
        let first = simulation.trace(["appear", "move"]) {
            panel.show(Content())
            simulation.advance(by: .seconds(1))
        }
        #expect(
            first == [
                "Content.willMove(PanelController)", "Content.viewWillAppear(false)",
                "Content.didMove(PanelController)", "Content.viewDidAppear(false)",
            ])
        let second = simulation.trace(["appear", "move"]) {
            panel.show(Content())
            simulation.advance(by: .seconds(1))
        }
        #expect(
            second == [
                "Content.willMove(nil)", "Content.viewWillDisappear(false)",
                "Content.didMove(nil)", "Content-2.willMove(PanelController)",
                "Content-2.viewWillAppear(false)", "Content-2.didMove(PanelController)",
                "Content.viewDidDisappear(false)", "Content-2.viewDidAppear(false)",
            ])
        #expect(observer.log == ["will 1", "did 1", "will 1", "did 1"])
        #expect(panel.content?.panelController === panel)
        #expect(simulation.issues == [])
    }

    @Test func `A drag moves the panel to the nearest position`() throws {
        panel.show(Content(), animated: false)
        simulation.finishCycle()
        #expect(panel.container.frame.minY == 422)
        observer.log = []
        simulation.pan(
            from: CGPoint(x: 200, y: 450), to: CGPoint(x: 200, y: 100), in: window,
            duration: .seconds(0.3))
        simulation.advance(by: .seconds(1))
        #expect(panel.position == .full)
        #expect(panel.container.frame.minY == 40)
        #expect(observer.log == ["will 2", "did 2"])
        #expect(simulation.issues == [])
    }

    @Test func `A horizontal drag does nothing`() {
        panel.show(Content(), animated: false)
        simulation.finishCycle()
        observer.log = []
        simulation.pan(
            from: CGPoint(x: 50, y: 500), to: CGPoint(x: 350, y: 520), in: window,
            duration: .seconds(0.3))
        simulation.advance(by: .seconds(1))
        #expect(observer.log == [])
    }

    @Test func `A rotation keeps the position`() {
        panel.show(Content(), animated: false)
        simulation.resize(to: CGSize(width: 844, height: 390), duration: .seconds(0.3))
        simulation.advance(by: .seconds(1))
        #expect(panel.container.frame.minY == 195)
        #expect(simulation.issues == [])
    }

    @Test func `A card zooms in, and a pan down zooms it out`() {
        let transition = ZoomTransition()
        let card = Content()
        transition.attach(to: card)
        let callbacks = simulation.trace(["appear"]) {
            panel.present(card, animated: true)
            simulation.advance(by: .seconds(1))
        }
        #expect(
            callbacks == [
                "Content.viewWillAppear(true)", "Content.viewDidAppear(true)",
            ])
        #expect(card.view.frame == CGRect(x: 20, y: 100, width: 350, height: 644))
        simulation.pan(
            from: CGPoint(x: 200, y: 200), to: CGPoint(x: 200, y: 260), in: window,
            duration: .seconds(0.3))
        simulation.advance(by: .seconds(1))
        #expect(panel.presentedViewController === card)
        simulation.pan(
            from: CGPoint(x: 200, y: 200), to: CGPoint(x: 200, y: 600), in: window,
            duration: .seconds(0.3))
        simulation.advance(by: .seconds(1))
        #expect(panel.presentedViewController == nil)
        #expect(
            transition.log == [
                "zooming in", "ended true", "zooming out", "ended false", "zooming out",
                "ended true",
            ])
        #expect(simulation.issues == [])
    }
}
