import Testing
import UIKit

/// Tests of the callbacks for window resizes and trait changes.
@MainActor
struct SizeTests {
    private class Sized: LoggedController {
        var callsSuper = true

        override func willTransition(
            to newCollection: UITraitCollection,
            with coordinator: any UIViewControllerTransitionCoordinator
        ) {
            if callsSuper { super.willTransition(to: newCollection, with: coordinator) }
            log.note("\(name).willTransition \(newCollection.horizontalSizeClass)")
        }

        override func viewWillTransition(
            to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator
        ) {
            if callsSuper { super.viewWillTransition(to: size, with: coordinator) }
            log.note("\(name).size \(Int(size.width)) from \(Int(view.bounds.width))")
            coordinator.animate { [self] _ in
                log.note("\(name).alongside \(Int(view.bounds.width))")
            } completion: { [self] context in
                log.note("\(name).completion \(context.transitionDuration)")
            }
        }

        override func traitCollectionDidChange(_ previous: UITraitCollection?) {
            super.traitCollectionDidChange(previous)
            let old = previous?.horizontalSizeClass ?? .unspecified
            log.note("\(name).traits \(old) to \(traitCollection.horizontalSizeClass)")
        }
    }

    private final class Marked: UIView {
        var changes = 0
        override func traitCollectionDidChange(_ previous: UITraitCollection?) { changes += 1 }
    }

    @MainActor
    private struct Screen {
        let simulation = Simulation.begin(screen: CGSize(width: 400, height: 900))
        let window = UIWindow()
        let log = TransitionLog()
        let parent: Sized
        let child: Sized
        let marked = Marked()

        init() {
            parent = Sized("P", log)
            child = Sized("C", log)
            window.rootViewController = parent
            window.makeKeyAndVisible()
            parent.addChild(child)
            child.view.frame = parent.view.bounds
            parent.view.addSubview(child.view)
            parent.view.addSubview(marked)
            child.didMove(toParent: parent)
            simulation.advance(by: .seconds(1))
            _ = log.take()
        }
    }

    @Test func `A resize calls parents, then children, then animations, then completions [13.1]`() {
        let screen = Screen()
        screen.simulation.resize(to: CGSize(width: 900, height: 400), duration: .seconds(0.3))
        #expect(
            screen.log.take() == [
                "P.willTransition regular", "C.willTransition regular", "P.size 900 from 400",
                "C.size 900 from 400", "P.traits compact to regular", "C.traits compact to regular",
                "P.alongside 900", "C.alongside 900",
            ])
        #expect(screen.window.bounds.size == CGSize(width: 900, height: 400))
        #expect(UIScreen.main.bounds.width == 900)
        #expect(screen.marked.changes == 1)
        screen.simulation.advance(by: .seconds(0.29))
        #expect(screen.log.take() == [])
        screen.simulation.advance(by: .seconds(0.01))
        #expect(screen.log.take() == ["P.completion 0.3", "C.completion 0.3"])
        #expect(screen.simulation.issues == [])
    }

    @Test
    func `An override that does not call super keeps the callback from the children [13.2]`() {
        let screen = Screen()
        screen.parent.callsSuper = false
        let trace = screen.simulation.trace(["size"]) {
            screen.window.frame.size = CGSize(width: 500, height: 900)
        }
        #expect(trace == ["Sized.viewWillTransitionToSize(500x900)"])
        #expect(
            screen.log.take() == ["P.size 500 from 400", "P.alongside 500", "P.completion 0.0"])
        #expect(screen.child.view.bounds.width == 500)
    }

    @Test func `A child has the traits that its parent gives it, and is notified of changes`() {
        let screen = Screen()
        screen.parent.setOverrideTraitCollection(
            UITraitCollection(horizontalSizeClass: .regular), forChild: screen.child)
        #expect(screen.log.take() == ["C.traits compact to regular"])
        #expect(screen.child.traitCollection.horizontalSizeClass == .regular)
        #expect(screen.child.view.traitCollection.horizontalSizeClass == .regular)
        #expect(screen.parent.traitCollection.horizontalSizeClass == .compact)
        screen.simulation.resize(to: CGSize(width: 900, height: 900))
        #expect(!screen.log.entries.contains("C.willTransition regular"))
        #expect(!screen.log.entries.contains { $0.hasPrefix("C.traits compact") })
        #expect(screen.log.entries.contains("P.traits compact to regular"))
    }

    @Test func `An overridden style reaches all descendants and their registered closures`() {
        let screen = Screen()
        var told: [String] = []
        let registration = screen.child.registerForTraitChanges(
            [UITraitUserInterfaceStyle.self]
        ) { (child: Sized, old: UITraitCollection) in
            told.append("\(child.name) \(old.userInterfaceStyle)")
        }
        screen.window.overrideUserInterfaceStyle = .dark
        #expect(screen.child.traitCollection.userInterfaceStyle == .dark)
        #expect(screen.marked.traitCollection.userInterfaceStyle == .dark)
        #expect(told == ["C light"])
        screen.child.traitOverrides.horizontalSizeClass = .regular
        #expect(told == ["C light"])
        screen.child.unregisterForTraitChanges(registration)
        screen.window.overrideUserInterfaceStyle = .unspecified
        #expect(told == ["C light"])
        #expect(screen.child.traitCollection.userInterfaceStyle == .light)
        #expect(screen.simulation.issues == [])
    }

    @Test func `A custom trait is overridden like the others`() {
        struct Level: UITraitDefinition { static let defaultValue = 1 }
        let screen = Screen()
        #expect(screen.child.traitCollection[Level.self] == 1)
        screen.parent.traitOverrides[Level.self] = 2
        #expect(screen.child.traitCollection[Level.self] == 2)
        #expect(screen.parent.traitOverrides.contains(Level.self))
        screen.parent.traitOverrides.remove(Level.self)
        #expect(screen.child.traitCollection[Level.self] == 1)
    }

    @Test func `A view with flexible sides keeps its distances from the edges`() {
        let screen = Screen()
        let inner = UIView(frame: CGRect(x: 20, y: 40, width: 360, height: 820))
        inner.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        screen.parent.view.addSubview(inner)
        screen.window.frame.size = CGSize(width: 844, height: 390)
        screen.simulation.finishCycle()
        #expect(inner.frame == CGRect(x: 20, y: 40, width: 804, height: 310))
    }

    @Test func `A child that wants another size notifies its parent [13.5]`() {
        final class Parent: UIViewController {
            var told: [CGSize] = []
            override func preferredContentSizeDidChange(
                forChildContentContainer container: any UIContentContainer
            ) { told.append(container.preferredContentSize) }
        }
        Simulation.begin()
        let (parent, child) = (Parent(), UIViewController())
        parent.addChild(child)
        child.preferredContentSize = CGSize(width: 100, height: 50)
        #expect(parent.told == [CGSize(width: 100, height: 50)])
    }
}
