/// A tree of plain values, as parsed from JSON or YAML, such as a request, an option or the content
/// of a page.
///
/// An object keeps its members in the order of the parsed text. Strings and names are compared and
/// hashed by their bytes.
public enum Value: Hashable, Sendable {
    case null
    case bool(Bool)
    case integer(Int)
    case number(Double)
    case string(String)
    case array([Value])
    case object([Member])

    /// The name and the value of one member of an object.
    public struct Member: Hashable, Sendable {
        public var name: String
        public var value: Value

        public init(_ name: String, _ value: Value) {
            self.name = name
            self.value = value
        }

        public static func == (left: Self, right: Self) -> Bool {
            left.name == right.name && left.value == right.value
        }

        public func hash(into hasher: inout Hasher) {
            hasher.combine(bytesOf: name)
            hasher.combine(value)
        }
    }

    public static func == (left: Self, right: Self) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.integer(let left), .integer(let right)): left == right
        // Numbers are compared by their bits, because a change from 0 to -0 is a change of content.
        case (.number(let left), .number(let right)): left.bitPattern == right.bitPattern
        case (.string(let left), .string(let right)): left == right
        case (.array(let left), .array(let right)): left == right
        case (.object(let left), .object(let right)): left == right
        default: false
        }
    }

    public func hash(into hasher: inout Hasher) {
        switch self {
        case .null: hasher.combine(0)
        case .bool(let flag): hasher.combine(flag)
        case .integer(let number): hasher.combine(number)
        case .number(let number): hasher.combine(number)
        case .string(let text): hasher.combine(bytesOf: text)
        case .array(let items): hasher.combine(items)
        case .object(let members): hasher.combine(members)
        }
    }
}

extension Value {
    /// The value of the member with the given name, or nil if there is no such member. O(members).
    public subscript(name: String) -> Value? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }

    /// The type of the value in words, for error messages.
    public var typeName: String {
        switch self {
        case .null: "null"
        case .bool: "a boolean"
        case .integer, .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }

    /// The size of the value, as it is compared with the size limits: the number of bytes of all
    /// strings and names, plus 8 for each value in the tree. O(size).
    public var footprint: Int { bytes(ofValue: 8, ofName: 0) { $0.utf8.count } }

    /// Returns an estimate of the size of this tree in bytes. The estimate is the sum of `value`
    /// for each value in the tree, `name` for each member name, and the result of `ofText` for each
    /// string and each member name. O(size).
    func bytes(ofValue value: Int, ofName name: Int, _ ofText: (String) -> Int) -> Int {
        switch self {
        case .null, .bool, .integer, .number: value
        case .string(let text): value + ofText(text)
        case .array(let items):
            items.reduce(value) { $0 + $1.bytes(ofValue: value, ofName: name, ofText) }
        case .object(let members):
            members.reduce(value) {
                $0 + name + ofText($1.name) + $1.value.bytes(ofValue: value, ofName: name, ofText)
            }
        }
    }

    public var string: String? {
        if case .string(let text) = self { text } else { nil }
    }

    public var integer: Int? {
        switch self {
        case .integer(let number): number
        case .number(let number): Int(exactly: number)
        default: nil
        }
    }

    public var double: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .number(let number): number
        default: nil
        }
    }

    public var bool: Bool? {
        if case .bool(let flag) = self { flag } else { nil }
    }

    public var array: [Value]? {
        if case .array(let items) = self { items } else { nil }
    }

    public var members: [Member]? {
        if case .object(let members) = self { members } else { nil }
    }
}

extension Value: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByNilLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    public init(stringLiteral value: String) { self = .string(value) }
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    public init(integerLiteral value: Int) { self = .integer(value) }
    public init(floatLiteral value: Double) { self = .number(value) }
    public init(nilLiteral: ()) { self = .null }
    public init(arrayLiteral elements: Value...) { self = .array(elements) }
    public init(dictionaryLiteral elements: (String, Value)...) {
        self = .object(elements.map { Member($0.0, $0.1) })
    }
}
