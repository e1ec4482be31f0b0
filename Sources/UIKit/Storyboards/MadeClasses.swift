/// How to make objects of the classes of an app whose class is known only at run time, as in
/// `T()` with a generic `T: UIViewController`. Swift on Linux cannot call such an initializer.
///
/// The build plugin writes the list, and the calls of `make`.
@preconcurrency @MainActor
public struct MadeClasses {
    /// One class, and the initializers that it has.
    @preconcurrency @MainActor
    public struct Entry {
        let type: ObjectIdentifier
        let plain: (() -> AnyObject)?
        let framed: ((CGRect) -> AnyObject)?
        let named: ((String?, Bundle?) -> AnyObject)?

        public init(
            _ type: AnyObject.Type, plain: (() -> AnyObject)? = nil,
            framed: ((CGRect) -> AnyObject)? = nil,
            named: ((String?, Bundle?) -> AnyObject)? = nil
        ) {
            self.type = ObjectIdentifier(type)
            (self.plain, self.framed, self.named) = (plain, framed, named)
        }
    }

    private let entries: [ObjectIdentifier: Entry]

    public init(_ entries: [Entry]) {
        self.entries = Dictionary(
            (Self.ofUIKit + entries).map { ($0.type, $0) }, uniquingKeysWith: { $1 })
    }

    /// The classes of UIKit, and their `init()`. Without one, a view has the frame zero.
    private static let ofUIKit = [
        Entry(UIView.self) { UIView() }, Entry(UIControl.self) { UIControl() },
        Entry(UIButton.self) { UIButton() }, Entry(UILabel.self) { UILabel() },
        Entry(UIImageView.self) { UIImageView(frame: .zero) },
        Entry(UIScrollView.self) { UIScrollView() }, Entry(UIStackView.self) { UIStackView() },
        Entry(UITextField.self) { UITextField() }, Entry(UITextView.self) { UITextView() },
        Entry(UITableView.self) { UITableView() },
        Entry(UIViewController.self) { UIViewController() },
        Entry(UINavigationController.self) { UINavigationController(nibName: nil, bundle: nil) },
        Entry(UITabBarController.self) { UITabBarController() },
        Entry(UITableViewController.self) { UITableViewController(style: .plain) },
    ]

    /// Makes an object with `init()`.
    public func make<Made: MadeFromCoder>(_ type: Made.Type) -> Made {
        made(entries[ObjectIdentifier(type)]?.plain?(), type)
    }

    /// Makes a view with `init(frame:)`.
    public func make<Made: UIView>(_ type: Made.Type, frame: CGRect) -> Made {
        let view = made(entries[ObjectIdentifier(type)]?.framed?(frame), type)
        if view.frame != frame { view.frame = frame }
        return view
    }

    /// Makes a controller with `init(nibName:bundle:)`.
    public func make<Made: UIViewController>(
        _ type: Made.Type, nibName: String?, bundle: Bundle?
    ) -> Made { made(entries[ObjectIdentifier(type)]?.named?(nibName, bundle), type) }

    private func made<Made: MadeFromCoder>(_ object: AnyObject?, _ type: Made.Type) -> Made {
        if let object = object as? Made { return object }
        guard let made = type.init(coder: emptyCoder()) else {
            preconditionFailure("\(type)(coder:) has returned nil, and no other way to make one")
        }
        return made
    }
}
