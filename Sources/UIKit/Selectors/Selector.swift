/// The name of a method, such as `pressed:`, with which a control, a gesture recognizer or a timer
/// calls the method.
///
/// Swift on Linux cannot find a method by its name. So the method must be registered: generated
/// code does this with `Selector.register`, and by hand, `Selector("pressed:", Menu.pressed)` makes
/// a selector and registers the method.
public struct Selector: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The name in the notation of Objective-C, with a colon for each parameter.
    public let name: String

    /// Creates a selector without registering a method.
    public init(_ name: String) { self.name = name }

    public init(stringLiteral name: String) { self.init(name) }

    public var description: String { name }
}

/// A registered method of a class.
@MainActor
struct SelectorMethod {
    let type: ObjectIdentifier
    /// Returns whether an object is of the class or of a subclass.
    let belongs: (AnyObject) -> Bool
    /// Calls the method. Missing arguments are nil. Returns nil if an argument has a wrong type.
    let call: (AnyObject, [Any?]) -> SelectorResult?
}

/// The result of a called method; `value` is nil if the method returns nothing or nil.
@MainActor
struct SelectorResult {
    let value: Any?
}

extension Selector {
    /// The registered methods, by their selectors.
    @MainActor private static var methods: [Selector: [SelectorMethod]] = [
        "showViewController:sender:": [
            method { (controller: UINavigationController) in
                { controller.show($0 as UIViewController, sender: $1 as Any?) }
            }
        ],
        "showDetailViewController:sender:": [
            method { (controller: UISplitViewController) in
                { controller.showDetailViewController($0 as UIViewController, sender: $1 as Any?) }
            }
        ],
    ]

    /// Creates a selector for a method without parameters and registers the method.
    @preconcurrency @MainActor
    public init<Target: AnyObject, Result>(
        _ name: String, _ method: @escaping @MainActor (Target) -> () -> Result
    ) {
        self.init(name)
        Selector.register(name, method)
    }

    /// Creates a selector for a method with one parameter and registers the method.
    @preconcurrency @MainActor
    public init<Target: AnyObject, Argument, Result>(
        _ name: String, _ method: @escaping @MainActor (Target) -> (Argument) -> Result
    ) {
        self.init(name)
        Selector.register(name, method)
    }

    /// Creates a selector for a method with two parameters and registers the method.
    @preconcurrency @MainActor
    public init<Target: AnyObject, First, Second, Result>(
        _ name: String, _ method: @escaping @MainActor (Target) -> (First, Second) -> Result
    ) {
        self.init(name)
        Selector.register(name, method)
    }

    /// Registers a method without parameters. Registering it again has no effect.
    @preconcurrency @MainActor
    public static func register<Target: AnyObject, Result>(
        _ name: String, _ unbound: @escaping @MainActor (Target) -> () -> Result
    ) {
        add(name) {
            SelectorMethod(
                type: ObjectIdentifier(Target.self), belongs: { $0 is Target },
                call: { target, _ in
                    (target as? Target).map { SelectorResult(value: flat(unbound($0)())) }
                })
        }
    }

    /// Registers a method with one parameter, such as the sender of an action.
    @preconcurrency @MainActor
    public static func register<Target: AnyObject, Argument, Result>(
        _ name: String, _ unbound: @escaping @MainActor (Target) -> (Argument) -> Result
    ) {
        add(name) {
            SelectorMethod(
                type: ObjectIdentifier(Target.self), belongs: { $0 is Target },
                call: { target, arguments in
                    guard let target = target as? Target,
                        let argument: Argument = argument(0, of: arguments)
                    else { return nil }
                    return SelectorResult(value: flat(unbound(target)(argument)))
                })
        }
    }

    /// Registers a method with two parameters, such as the sender and the event of an action.
    @preconcurrency @MainActor
    public static func register<Target: AnyObject, First, Second, Result>(
        _ name: String, _ unbound: @escaping @MainActor (Target) -> (First, Second) -> Result
    ) {
        add(name) { method(unbound) }
    }

    @MainActor
    private static func method<Target: AnyObject, First, Second, Result>(
        _ unbound: @escaping @MainActor (Target) -> (First, Second) -> Result
    ) -> SelectorMethod {
        SelectorMethod(
            type: ObjectIdentifier(Target.self), belongs: { $0 is Target },
            call: { target, arguments in
                guard let target = target as? Target,
                    let first: First = argument(0, of: arguments),
                    let second: Second = argument(1, of: arguments)
                else { return nil }
                return SelectorResult(value: flat(unbound(target)(first, second)))
            })
    }

    @MainActor
    private static func add(_ name: String, _ make: () -> SelectorMethod) {
        let new = make()
        let selector = Selector(name)
        guard methods[selector]?.contains(where: { $0.type == new.type }) != true else { return }
        methods[selector, default: []].append(new)
    }

    /// Returns an argument as the type of its parameter; nil if it has another type.
    @MainActor
    private static func argument<Argument>(_ index: Int, of arguments: [Any?]) -> Argument? {
        let value: Any? = index < arguments.count ? arguments[index] : nil
        // A parameter of an optional type also takes nil.
        return value as? Argument ?? (value == nil ? Any?.none as? Argument : nil)
    }

    /// Returns the result of a method as an optional value; nil for `Void`.
    @MainActor
    private static func flat<Result>(_ result: Result) -> Any? {
        if result is Void { return nil }
        if let optional = result as? any OptionalResult { return optional.wrapped }
        return result
    }

    /// Returns whether the class of `target`, or one of its superclasses other than `excluded`, has a
    /// registered method.
    @MainActor
    func isImplemented(by target: AnyObject, outside excluded: AnyClass? = nil) -> Bool {
        Selector.methods[self]?.contains {
            $0.belongs(target) && $0.type != excluded.map { ObjectIdentifier($0) }
        } == true
    }

    /// Calls the method of `target`. If there is none, or an argument has a wrong type, reports
    /// UIKit's exception as an issue and returns nil.
    @MainActor
    @discardableResult
    func send(to target: AnyObject, _ arguments: [Any?]) -> SelectorResult? {
        let found = Selector.methods[self]?.first { $0.belongs(target) }
        if let result = found?.call(target, arguments) { return result }
        let text =
            found == nil
            ? "-[\(type(of: target)) \(name)]: unrecognized selector sent to instance 0x..."
            : "-[\(type(of: target)) \(name)]: the argument has another type than the parameter"
        Simulation.current.report(
            Simulation.Issue(text: text, exception: "NSInvalidArgumentException"))
        return nil
    }

    /// The number of parameters.
    var parameters: Int { name.count { $0 == ":" } }
}

private protocol OptionalResult {
    var wrapped: Any? { get }
}

extension Optional: OptionalResult {
    fileprivate var wrapped: Any? { self }
}

extension NSObject {
    @preconcurrency @MainActor
    public func responds(to selector: Selector!) -> Bool {
        selector.map { $0.isImplemented(by: self) } ?? false
    }

    /// Calls a method by its selector.
    ///
    /// - Returns: The object that the method returns; nil if it returns none.
    @preconcurrency @MainActor
    @discardableResult
    public func perform(_ selector: Selector!) -> PerformedResult! {
        returned(selector.send(to: self, []))
    }

    @preconcurrency @MainActor
    @discardableResult
    public func perform(_ selector: Selector!, with object: Any!) -> PerformedResult! {
        returned(selector.send(to: self, [object]))
    }

    @preconcurrency @MainActor
    @discardableResult
    public func perform(
        _ selector: Selector!, with first: Any!, with second: Any!
    ) -> PerformedResult! { returned(selector.send(to: self, [first, second])) }

    /// Calls a method at once: the simulation has one thread.
    @preconcurrency @MainActor
    public func performSelector(
        onMainThread selector: Selector, with object: Any?, waitUntilDone wait: Bool
    ) { selector.send(to: self, [object]) }

    /// Calls a method after a delay on the simulation's clock.
    @preconcurrency @MainActor
    public func perform(_ selector: Selector, with object: Any?, afterDelay delay: TimeInterval) {
        let number = Selector.delayed.add(self, selector)
        Simulation.current.schedule(after: delay) { [self] in
            if Selector.delayed.take(number) { selector.send(to: self, [object]) }
        }
    }

    @preconcurrency @MainActor
    public static func cancelPreviousPerformRequests(withTarget target: Any) {
        Selector.delayed.cancel(target as AnyObject) { _ in true }
    }

    @preconcurrency @MainActor
    public static func cancelPreviousPerformRequests(
        withTarget target: Any, selector: Selector, object: Any?
    ) { Selector.delayed.cancel(target as AnyObject) { $0 == selector } }

    @MainActor
    private func returned(_ result: SelectorResult?) -> PerformedResult? {
        (result?.value).map { PerformedResult(object: $0 as AnyObject) }
    }
}

/// The object that a method has returned to `perform`. It has the methods of `Unmanaged`.
public struct PerformedResult {
    let object: AnyObject

    public func takeUnretainedValue() -> AnyObject { object }
    public func takeRetainedValue() -> AnyObject { object }
}

/// The delayed calls that have not happened yet.
@MainActor
private struct DelayedCalls {
    private var calls: [Int: (target: ObjectIdentifier, selector: Selector)] = [:]
    private var last = 0

    mutating func add(_ target: AnyObject, _ selector: Selector) -> Int {
        last += 1
        calls[last] = (ObjectIdentifier(target), selector)
        return last
    }

    /// Removes a call. Returns false if it was cancelled.
    mutating func take(_ number: Int) -> Bool { calls.removeValue(forKey: number) != nil }

    mutating func cancel(_ target: AnyObject, _ matches: (Selector) -> Bool) {
        calls = calls.filter {
            $0.value.target != ObjectIdentifier(target) || !matches($0.value.selector)
        }
    }
}

extension Selector {
    @MainActor fileprivate static var delayed = DelayedCalls()
}
