import Testing
import UIKit

/// The initializers that subclasses inherit or override, as UIKit declares them.
@MainActor
@Suite(.simulation) struct InitializerTests {
    private final class Button: UIButton {
        var isSetUp = false
        override init(frame: CGRect) {
            super.init(frame: frame)
            isSetUp = true
        }
        required init?(coder: NSCoder) { super.init(coder: coder) }
    }

    private final class Stack: UIStackView {
        required init(coder: NSCoder) { super.init(coder: coder) }
        override init(frame: CGRect) { super.init(frame: frame) }
    }

    private final class Bar: UINavigationController {
        override init(navigationBarClass: AnyClass?, toolbarClass: AnyClass?) {
            super.init(navigationBarClass: navigationBarClass, toolbarClass: toolbarClass)
        }
        required init?(coder: NSCoder) { super.init(coder: coder) }
    }

    private final class Overlay: UIWindow {}

    private final class Item: UIBarButtonItem {
        let number: Int
        init(number: Int) {
            self.number = number
            super.init()
        }
        required init?(coder: NSCoder) {
            number = 0
            super.init(coder: coder)
        }
    }

    private final class Ring: CALayer {
        var angle: CGFloat = 0
        override init() { super.init() }
        override init(layer: Any) {
            super.init(layer: layer)
            angle = (layer as? Ring)?.angle ?? 0
        }
        required init?(coder: NSCoder) { super.init(coder: coder) }
    }

    @Test func `A button that overrides init(frame:) is made with a type and without arguments`() {
        #expect(Button().isSetUp)
        let button = Button(type: .close)
        #expect(button.isSetUp)
        #expect(button.buttonType == .close)
    }

    @Test func `Subclasses override the designated initializers of UIKit`() {
        #expect(Stack(arrangedSubviews: [UIView()]).arrangedSubviews.count == 1)
        #expect(Bar(navigationBarClass: nil, toolbarClass: nil).viewControllers.isEmpty)
        #expect(Item(number: 3).number == 3)
        let ring = Ring()
        ring.angle = 2
        #expect(Ring(layer: ring).angle == 2)
    }

    @Test func `A window of a subclass is made for a scene, and becomes the key window`() throws {
        let scene = try #require(UIApplication.shared.connectedScenes.first as? UIWindowScene)
        let first = UIWindow()
        first.makeKeyAndVisible()
        let overlay = Overlay(windowScene: scene)
        #expect(overlay.frame == first.frame)
        overlay.makeKey()
        #expect(overlay.isKeyWindow)
        #expect(!first.isKeyWindow)
        #expect(UIApplication.shared.windows.count == 2)
    }

    @Test func `Views and the screen convert between their coordinates`() {
        let window = UIWindow()
        let view = UIView(frame: CGRect(x: 10, y: 20, width: 100, height: 100))
        let inner = UIView(frame: CGRect(x: 1, y: 2, width: 10, height: 10))
        window.addSubview(view)
        view.addSubview(inner)
        let space: any UICoordinateSpace = view
        #expect(space.convert(inner.bounds, from: inner) == inner.frame)
        #expect(
            inner.convert(CGPoint.zero, to: UIScreen.main.coordinateSpace) == CGPoint(x: 11, y: 22))
    }
}
