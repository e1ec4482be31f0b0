import UIKit

// Objects of classes that are known only at run time, and initializers that subclasses inherit.

protocol BadgeHolding: AnyObject {
    associatedtype Root: UIViewController
    var root: Root { get }
}

class BadgeView: UIView {
    var isSetUp = false
    override init(frame: CGRect) {
        super.init(frame: frame)
        isSetUp = true
    }
    required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }
}

final class PhotoView: UIImageView {
    var isSetUp = false
    override init(frame: CGRect) {
        super.init(frame: frame)
        isSetUp = true
    }
    required init?(coder: NSCoder) { super.init(coder: coder) }
}

final class RoundButton: UIButton {
    override init(frame: CGRect) {
        super.init(frame: frame)
        layer.cornerRadius = 8
    }
    required init?(coder: NSCoder) { super.init(coder: coder) }
}

final class Column: UIStackView {
    override init(frame: CGRect) {
        super.init(frame: frame)
        axis = .vertical
    }
    required init(coder: NSCoder) { super.init(coder: coder) }
}

class Sheet: UIViewController {
    let made: String
    override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
        made = nibNameOrNil ?? "no nib"
        super.init(nibName: nibNameOrNil, bundle: nibBundleOrNil)
    }
    required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }
}

final class SmallSheet: Sheet {}

final class Host<Content: UIView>: UIViewController {
    let content = Content()
    lazy var large = Content(frame: CGRect(x: 0, y: 0, width: 100, height: 50))
}

struct Factory<Value: Decodable> {
    func decode(_ text: String) -> Value? {
        try? JSONDecoder().decode(Value.self, from: Data(text.utf8))
    }
}

extension UIViewController {
    static func fromNib() -> Self {
        func make<T: UIViewController>(_ type: T.Type) -> T {
            return T.init(nibName: String(describing: T.self), bundle: nil)
        }
        return make(self)
    }

    class func plain() -> Self { self.init() }
}

func makeAll<T>(_ type: T.Type, count: Int) -> [T] where T: UIView {
    (0..<count).map { _ in type.init() } + [T()]
}

/// A layer with an initializer, which its view's class names.
final class DialLayer: CALayer {
    var angle: CGFloat
    override init() {
        angle = 1
        super.init()
    }
    override init(layer: Any) {
        angle = (layer as? DialLayer)?.angle ?? 0
        super.init(layer: layer)
    }
    required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }
}

final class DialView: UIView {
    override class var layerClass: AnyClass { return DialLayer.self }
    var dial: DialLayer { layer as! DialLayer }
}

extension UITabBar {
    /// The buttons of the items, found by the name of UIKit's class.
    var itemButtons: [UIView] {
        subviews.filter { subview in
            guard let button = NSClassFromString("UITabBarButton") else { return false }
            return subview.isKind(of: button)
        }
    }
}
