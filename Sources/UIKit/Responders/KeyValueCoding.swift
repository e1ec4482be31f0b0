/// An object whose stored properties are read by their names. Objective-C's key-value coding sets
/// them, too; Swift on Linux cannot.
@preconcurrency @MainActor
public protocol KeyValueCoding: AnyObject {}

extension UIResponder: KeyValueCoding {}
extension UIGestureRecognizer: KeyValueCoding {}
extension UIBarItem: KeyValueCoding {}
extension UINavigationItem: KeyValueCoding {}
extension UIBarAppearance: KeyValueCoding {}
extension NSCoder: KeyValueCoding {}

extension KeyValueCoding {
    /// Returns the value of a stored property, or the bar of a container. UIKit's private
    /// properties, such as `statusBarWindow`, are nil; any other unknown name is an issue with UIKit's
    /// exception.
    public func value(forKey key: String) -> Any? {
        if let bar = (self as? UIViewController)?.bar(forKey: key) { return bar }
        var mirror: Mirror? = Mirror(reflecting: self)
        while let type = mirror {
            if let found = type.children.first(where: { $0.label == key }) {
                let optional = Mirror(reflecting: found.value)
                guard optional.displayStyle == .optional else { return found.value }
                return optional.children.first?.value
            }
            mirror = type.superclassMirror
        }
        if !isPrivate(key) { reportUndefined(key, "valueForUndefinedKey:") }
        return nil
    }

    public func value(forKeyPath path: String) -> Any? {
        var current: Any? = self
        for key in path.split(separator: ".") {
            current = (current as? any KeyValueCoding)?.value(forKey: String(key))
        }
        return current
    }

    /// Replaces the bar of a container. For other names, reports an issue, except for UIKit's
    /// private properties: Swift on Linux cannot set a property by its name.
    public func setValue(_ value: Any?, forKey key: String) {
        if (self as? UIViewController)?.replaceBar(key, with: value) == true { return }
        if !isPrivate(key) { reportUndefined(key, "setValue:forUndefinedKey:") }
    }

    public func setValue(_ value: Any?, forKeyPath path: String) { setValue(value, forKey: path) }

    /// Whether a name is known to be private in UIKit: it begins with an underscore, names the
    /// status bar, or is the view of a bar's item.
    private func isPrivate(_ key: String) -> Bool {
        key.hasPrefix("_") || key.hasPrefix("statusBar") || self is UIBarItem && key == "view"
    }

    private func reportUndefined(_ key: String, _ method: String) {
        Simulation.current.report(
            Simulation.Issue(
                text: "[<\(type(of: self))> \(method)]: this class is not key value "
                    + "coding-compliant for the key \(key).", exception: "NSUnknownKeyException"))
    }
}

extension UIApplication {
    /// Code that must not name `shared`, as in app extensions, reads it so.
    public static func value(forKeyPath path: String) -> Any? { path == "shared" ? shared : nil }
    public static func value(forKey key: String) -> Any? { value(forKeyPath: key) }

    public static func responds(to selector: Selector!) -> Bool {
        selector == Selector("sharedApplication")
    }

    @discardableResult
    public static func perform(_ selector: Selector!) -> PerformedResult! {
        responds(to: selector) ? PerformedResult(object: shared) : nil
    }
}

extension NSObject {
    /// The class itself, as for `isKind(of:)`.
    public static func classForCoder() -> AnyClass { self }
}
