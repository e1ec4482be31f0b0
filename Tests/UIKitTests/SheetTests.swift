import PagerModel
import Testing

@testable import UIKit

@MainActor
struct SheetTests {
    private final class Delegate: UISheetPresentationControllerDelegate {
        let log: TransitionLog
        var allows = true
        var style = UIModalPresentationStyle.none
        init(_ log: TransitionLog) { self.log = log }

        func presentationControllerShouldDismiss(
            _ presentationController: UIPresentationController
        ) -> Bool {
            log.note("shouldDismiss")
            return allows
        }

        func presentationControllerWillDismiss(
            _ presentationController: UIPresentationController
        ) { log.note("willDismiss") }

        func presentationControllerDidDismiss(
            _ presentationController: UIPresentationController
        ) { log.note("didDismiss") }

        func presentationControllerDidAttemptToDismiss(
            _ presentationController: UIPresentationController
        ) { log.note("didAttemptToDismiss") }

        func sheetPresentationControllerDidChangeSelectedDetentIdentifier(
            _ sheet: UISheetPresentationController
        ) { log.note("selected \(sheet.selectedDetentIdentifier?.rawValue ?? "none")") }

        func adaptivePresentationStyle(
            for controller: UIPresentationController, traitCollection: UITraitCollection
        ) -> UIModalPresentationStyle { style }
    }

    @MainActor
    private struct Screen {
        let simulation = Simulation.begin(
            screen: CGSize(width: 300, height: 600), moments: .immediate)
        let window = UIWindow()
        let log = TransitionLog()
        let root: LoggedController
        let sheet: LoggedController
        let delegate: Delegate

        init() {
            root = LoggedController("root", log)
            sheet = LoggedController("sheet", log)
            delegate = Delegate(log)
            window.rootViewController = root
            window.makeKeyAndVisible()
            simulation.advance(by: .seconds(1))
            _ = log.take()
        }

        func present() {
            sheet.presentationController?.delegate = delegate
            root.present(sheet, animated: true)
            simulation.advance(by: .seconds(1))
            _ = log.take()
        }
    }

    @Test func `A user's swipe asks the delegate and notifies it [10.7]`() {
        let screen = Screen()
        screen.present()
        screen.sheet.sheetPresentationController?.simulateSwipe(.down)
        screen.simulation.advance(by: .seconds(1))
        #expect(
            screen.log.take() == [
                "shouldDismiss", "willDismiss", "sheet.willDisappear", "sheet.didDisappear",
                "didDismiss",
            ])
        #expect(screen.root.presentedViewController == nil)
        #expect(screen.simulation.issues == [])
    }

    @Test
    func `A swipe that may not dismiss notifies the delegate of the attempt [10.7] [10.12]`() {
        let screen = Screen()
        screen.delegate.allows = false
        screen.present()
        screen.sheet.sheetPresentationController?.simulateSwipe(.down)
        #expect(screen.log.take() == ["shouldDismiss", "didAttemptToDismiss"])
        screen.sheet.isModalInPresentation = true
        screen.sheet.sheetPresentationController?.simulateSwipe(.down)
        #expect(screen.log.take() == ["didAttemptToDismiss"])
        #expect(screen.root.presentedViewController === screen.sheet)
    }

    @Test func `A programmatic dismissal does not ask the delegate [10.7]`() {
        let screen = Screen()
        screen.delegate.allows = false
        screen.present()
        screen.root.dismiss(animated: true)
        screen.simulation.advance(by: .seconds(1))
        #expect(screen.log.take() == ["sheet.willDisappear", "sheet.didDisappear"])
    }

    @Test
    func `A sheet rests at its smallest detent, and a swipe selects the next [10.13] [10.14]`() {
        let screen = Screen()
        let sheet = screen.sheet.sheetPresentationController
        sheet?.detents = [
            .custom(identifier: .init("small")) { $0.maximumDetentValue / 4 }, .medium(), .large(),
        ]
        screen.present()
        #expect(screen.sheet.view.frame == CGRect(x: 0, y: 450, width: 300, height: 150))
        sheet?.simulateSwipe(.up)
        #expect(screen.log.take() == ["selected com.apple.UIKit.medium"])
        #expect(screen.sheet.view.frame == CGRect(x: 0, y: 300, width: 300, height: 300))
        sheet?.animateChanges { sheet?.selectedDetentIdentifier = .large }
        #expect(screen.log.take() == [])
        #expect(screen.sheet.view.frame == CGRect(x: 0, y: 0, width: 300, height: 600))
        #expect(screen.simulation.issues == [])
    }

    @Test(arguments: [nil, .large] as [UISheetPresentationController.Detent.Identifier?])
    func `The engine receives the largest undimmed detent of a sheet with the default detents`(
        identifier: UISheetPresentationController.Detent.Identifier?
    ) throws {
        let screen = Screen()
        screen.sheet.sheetPresentationController?.largestUndimmedDetentIdentifier = identifier
        screen.present()
        let options = try #require(screen.sheet.record).options.sheet.options
        #expect(options?.largestUndimmedDetent?.text == (identifier == .large ? "large" : nil))
        #expect(screen.simulation.issues == [])
    }

    @Test func `A sheet that a delegate adapts to full screen removes its presenter [10.1]`() {
        let screen = Screen()
        screen.delegate.style = .fullScreen
        screen.present()
        #expect(screen.root.view.window == nil)
        #expect(screen.sheet.view.window === screen.window)
    }

    @Test func `A presentation controller lasts as long as its presentation`() {
        let screen = Screen()
        screen.present()
        weak let presentation = screen.sheet.presentationController
        #expect(presentation?.presentedViewController === screen.sheet)
        #expect(presentation?.presentingViewController === screen.root)
        #expect(presentation?.containerView === screen.window)
        screen.root.dismiss(animated: false)
        #expect(presentation == nil)
        #expect(screen.simulation.issues == [])
    }

    @Test
    func `A dismissal of several controllers calls its completion when all are gone [10.10]`() {
        let screen = Screen()
        screen.present()
        screen.sheet.present(LoggedController("upper", screen.log), animated: true)
        screen.simulation.advance(by: .seconds(1))
        _ = screen.log.take()
        screen.root.dismiss(animated: true) { screen.log.note("dismissed") }
        #expect(!screen.log.entries.contains("dismissed"))
        #expect(screen.sheet.presentedViewController?.transitionCoordinator != nil)
        screen.simulation.advance(by: .seconds(1))
        #expect(screen.log.entries.last == "dismissed")
        #expect(screen.root.presentedViewController == nil)
    }
}
