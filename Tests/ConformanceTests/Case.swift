import PagerModel
import PagerWire

/// One line of a case file: the setup, the steps and the expected outcome.
struct Case: Sendable {
    let id: String
    let title: String
    /// The rules and parts of the wire contract that the case proves.
    let rules: [String]
    /// The UIKit release whose callback order and texts are used.
    let uikit: Int
    let given: [Step]
    let when: [Step]
    /// The expected callbacks, or nil if the order is not checked.
    let expect: [Pattern]?
    let filters: [Filter]
    let comparison: Comparison
    let layoutStrict: Bool
    /// Tokens that must not occur, independent of the filters.
    let absent: [Pattern]
    let state: [StateCheck]
    let fields: [FieldCheck]
    let error: ErrorCheck?
    let diagnostic: DiagnosticCheck?
    /// The pager that the invariants apply to.
    let pager: String?
    let invariants: [Invariant]
    let confidence: Confidence

    enum Confidence: String { case high, medium, low }
}

/// One request of a case.
struct Step: Sendable {
    let method: String
    let params: Value
    /// Whether an error is as acceptable as a result.
    let mayFail: Bool
}

/// An expected value at a path of a reply or record.
struct StateCheck: Sendable {
    enum Place: Sendable {
        /// In the result of a request after the last step.
        case end(Step)
        /// In the result of a request directly after a step.
        case after(step: Int, Step)
        /// In the reply of a step.
        case reply(step: Int)
    }

    let place: Place
    let path: [String]
    let expected: Expectation
}

/// A field that one of the matching events must have.
struct FieldCheck: Sendable {
    let token: Pattern
    /// The index of the matching event; negative numbers count from the end.
    let nth: Int
    let field: String
    let expected: Expectation
}

/// The expected error of the first refused step; members that are nil are not checked.
struct ErrorCheck: Sendable {
    let exception: Value?
    let name: Value?
    let code: Value?
    let messagePrefix: String?
    let step: Int?
}

/// The expected text of a diagnostic.
struct DiagnosticCheck: Sendable {
    let prefixes: [String]
    /// A regular expression.
    let pattern: String?
}

/// A condition on a value.
enum Expectation: Sendable, CustomStringConvertible {
    case equals(Value)
    case oneOf([Value])
    case contains(Value)
    case lacks(Value)
    /// The elements in any order.
    case set([Value])

    func holds(_ value: Value) -> Bool {
        switch self {
        case .equals(let expected): return value.means(expected)
        case .oneOf(let expectedItems): return expectedItems.contains { value.means($0) }
        case .contains(let expected): return value.array?.contains { $0.means(expected) } ?? false
        case .lacks(let expected):
            return value.array.map { !$0.contains { $0.means(expected) } } ?? false
        case .set(let expectedItems):
            guard let items = value.array, items.count == expectedItems.count else { return false }
            return expectedItems.allSatisfy { expected in
                items.count { $0.means(expected) } == expectedItems.count { $0.means(expected) }
            }
        }
    }

    var description: String {
        switch self {
        case .equals(let expected): expected.json
        case .oneOf(let expectedItems): "one of \(Value.array(expectedItems).json)"
        case .contains(let expected): "something with \(expected.json)"
        case .lacks(let expected): "something without \(expected.json)"
        case .set(let expectedItems): "the set \(Value.array(expectedItems).json)"
        }
    }
}

extension Value {
    /// Whether two values are equal as JSON: `1` and `1.0` are equal, and the order of members does
    /// not matter.
    func means(_ other: Value) -> Bool {
        switch (self, other) {
        case (.integer, .number), (.number, .integer): return double == other.double
        case (.array(let mine), .array(let theirs)):
            return mine.count == theirs.count && zip(mine, theirs).allSatisfy { $0.means($1) }
        case (.object(let mine), .object(let theirs)):
            return mine.count == theirs.count
                && mine.allSatisfy { member in other[member.name].map(member.value.means) ?? false }
        default: return self == other
        }
    }

    /// Returns the value at a path of names and indexes, or null if there is none.
    func at(_ path: [String]) -> Value {
        path.reduce(self) { value, part in
            guard let items = value.array else { return value[part] ?? .null }
            guard let index = Int(part), items.indices.contains(index) else { return .null }
            return items[index]
        }
    }
}
