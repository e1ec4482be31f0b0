import Testing
import UIKit

/// An issue names the line of the code that caused it.
@MainActor
struct CallerTests {
    private func shown() -> (ArticleStage, P) {
        let stage = ArticleStage()
        let p = P()
        stage.window.rootViewController = p
        return (stage, p)
    }

    @Test func `An issue has the line that called the method`() {
        let (stage, p) = shown()
        p.view.addSubview(p.view)
        let line = #line - 1
        let issue = stage.simulation.issues.first
        #expect(issue?.file == "CallerTests.swift")
        #expect(issue?.line == line)
        #expect(
            issue?.description
                == "CallerTests.swift:\(line): NSInvalidArgumentException: Can't add self as subview"
        )
    }

    @Test func `A property's issue has the line that set it`() {
        let (stage, _) = shown()
        let tabs = UITabBarController()
        tabs.viewControllers = [A()]
        tabs.selectedViewController = B()
        #expect(stage.simulation.issues.map(\.line) == [#line - 1])
    }

    @Test func `An issue in an overridden method has the line of the super call`() {
        let (stage, p) = shown()
        let strict = Overriding()
        p.install(strict)
        strict.present(p, animated: false)
        #expect(stage.simulation.issues.map(\.line) == [Overriding.line])
    }

    @Test func `The issue is at the override's line, not at the line that caused the callback`() {
        let (stage, p) = shown()
        p.install(Unbalanced())
        #expect(stage.simulation.issues.map(\.line) == [Unbalanced.line])
    }

    @Test func `An issue in a completion has the line of the call in the completion`() {
        let (stage, p) = shown()
        UIView.animate(withDuration: 1) {
        } completion: { _ in
            p.endAppearanceTransition()
        }
        let line = #line - 2
        stage.simulation.advance(by: .seconds(2))
        #expect(stage.simulation.issues.map(\.line) == [line])
    }

    @Test func `An issue in a closure that a loop calls has a line of the closure`() {
        let (stage, p) = shown()
        for view in [p.view!] { [1].forEach { _ in view.insertSubview(view, at: 0) } }
        #expect(stage.simulation.issues.map(\.line) == [#line - 1])
    }
}

private final class Overriding: UIViewController {
    static let line = #line + 4
    override func present(
        _ controller: UIViewController, animated: Bool, completion: (() -> Void)? = nil
    ) {
        super.present(controller, animated: animated, completion: completion)
    }
}

private final class Unbalanced: UIViewController {
    static let line = #line + 3
    override func viewDidLoad() {
        super.viewDidLoad()
        endAppearanceTransition()
    }
}
