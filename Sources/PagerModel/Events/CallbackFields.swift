/// The flags of an appearance callback [12.2]: whether the change is animated, whether the
/// controller moves to or from a parent, and whether it is being presented or dismissed.
public struct AppearanceFlags: OptionSet, Sendable, BitwiseCopyable {
    public let rawValue: UInt8

    @inlinable
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    @inlinable public static var animated: AppearanceFlags { AppearanceFlags(rawValue: 1) }
    /// The flag for `isMovingToParent` when the controller appears, and for `isMovingFromParent`
    /// when it disappears.
    @inlinable public static var moving: AppearanceFlags { AppearanceFlags(rawValue: 2) }
    /// The flag for `isBeingPresented` when the controller appears, and for `isBeingDismissed` when
    /// it disappears.
    @inlinable public static var presenting: AppearanceFlags { AppearanceFlags(rawValue: 4) }
}

/// A size class, like `UIUserInterfaceSizeClass`.
public enum SizeClass: String, FieldEnumeration, BitwiseCopyable {
    case compact, regular

    /// Creates the size class for a width or height in points. A length below 600 points is
    /// compact.
    public init(side: Double) {
        self = side < 600 ? .compact : .regular
    }
}

/// The horizontal and the vertical size class for a width and a height.
public struct Traits: Hashable, Sendable, BitwiseCopyable {
    public var horizontal: SizeClass
    public var vertical: SizeClass

    public init(_ size: Size) {
        horizontal = SizeClass(side: size.width)
        vertical = SizeClass(side: size.height)
    }
}

extension Callback {
    /// The fields of the event that reports the callback. The conditions and placeholders of
    /// reactions (commands that a controller executes in its callbacks) can refer to these fields.
    public var fields: [EventDescription.Field] { Self.fields[self] ?? [] }

    private static let fields: [Callback: [EventDescription.Field]] = {
        let descriptions = EventDescription.all(.builtIn)
        let callbacks = CoreEvents.lists.flatMap(\.events).compactMap {
            $0 as? any CallbackEvent.Type
        }
        return Dictionary(
            uniqueKeysWithValues: callbacks.map { event in
                let name = event.name.description
                return (event.callback, descriptions.first { $0.name == name }?.fields ?? [])
            })
    }()
}

/// A visitor that collects the names and values of an event's fields, in wire order.
package struct FieldValues: FieldVisitor {
    package enum Form {
        case handle(Handle)
        case handles([Handle])
        case value(Value)
    }

    package private(set) var all: [(name: String, form: Form)] = []

    package init<E: EventDeclaration>(of event: E) {
        var event = event
        event.visit(&self)
    }

    package mutating func field<T: FieldValue>(_ name: String, _ value: inout T, _ text: String) {
        let form: Form =
            if T.self == Handle.self, let handle = value as? Handle {
                .handle(handle)
            } else if T.self == [Handle].self, let handles = value as? [Handle] {
                .handles(handles)
            } else {
                .value(Value(value))
            }
        all.append((name, form))
    }

    package mutating func field<T: FieldValue>(_ name: String, _ value: inout T?, _ text: String) {
        all.append((name, .value(value.map { Value($0) } ?? .null)))
    }
}
