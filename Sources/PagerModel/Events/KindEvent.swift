/// An event that a kind of controllers declares: what it is called, what it tells, and what it changes
/// in the record of the controller that it is about.
///
/// Publishing it, `server.describe`, the reference and the mirrors follow from here. Its topic is
/// `KIND.CONTROLLER.NAME`.
///
///     extension CarouselKind {
///         public struct DidSettle: KindEvent {
///             public static let name: StaticString = "didSettle"
///             public static let summary: StaticString = "The carousel has stopped."
///             public var index: Int?
///
///             public mutating func visit<V: KindEventVisitor>(_ v: inout V) {
///                 v.index("index", &index, "of the first visible page")
///             }
///         }
///     }
public protocol KindEvent: Sendable {
    /// The name on the wire: 1 to 64 characters of `A-Z a-z 0-9 _ -`, once in its kind.
    static var name: StaticString { get }
    /// A sentence for people.
    static var summary: StaticString { get }
    /// What mirrors change in the controller's record; nothing where it does not say.
    static var changes: [RecordChange] { get }
    /// How a check writes it; as `CheckForm()` where it does not say, nil where checks leave it out.
    static var check: CheckForm? { get }

    /// Creates an event with empty fields.
    init()
    /// Names its fields, in the order of the wire; at most `DeclaredEvent.mostFields`.
    mutating func visit<V: KindEventVisitor>(_ v: inout V)
}

extension KindEvent {
    public static var changes: [RecordChange] { [] }
    public static var check: CheckForm? { CheckForm() }
}

/// How a check and a conformance case write an event: `book.pager.didSelect(b,1,0)`.
public struct CheckForm: Hashable, Sendable {
    /// The word by which a check's `record` knows such events; nil for the name of the kind.
    public var group: String?
    /// The fields that become arguments, in this order; nil for all of them, lists last.
    public var arguments: [String]?

    public init(group: String? = nil, arguments: [String]? = nil) {
        self.group = group
        self.arguments = arguments
    }
}

/// Takes the fields of an event: reads them, sets them, or asks what they are.
public protocol KindEventVisitor {
    /// A controller, `Handle.none` for null.
    mutating func reference(_ name: StaticString, _ value: inout Handle, _ doc: StaticString)
    /// A place in a list, null where there is none.
    mutating func index(_ name: StaticString, _ value: inout Int?, _ doc: StaticString)
    mutating func number(_ name: StaticString, _ value: inout Double, _ doc: StaticString)
    mutating func flag(_ name: StaticString, _ value: inout Bool, _ doc: StaticString)
    /// One of a few names.
    mutating func choice<T: FieldEnumeration>(
        _ name: StaticString, _ value: inout T, _ doc: StaticString)
    mutating func text(_ name: StaticString, _ value: inout String, _ doc: StaticString)
    /// Controllers, in order.
    mutating func list(_ name: StaticString, _ value: inout [Handle], _ doc: StaticString)
    mutating func value(_ name: StaticString, _ value: inout Value, _ doc: StaticString)
}
