public import PagerModel

/// Functions that convert values to compact text for the cells of a table.
public enum Cell {
    public static func text(_ value: Value) -> String {
        switch value {
        case .null: "-"
        case .string(let text): text.isEmpty ? "\"\"" : text
        case .array(let items) where items.isEmpty: "none"
        case .array(let items) where items.allSatisfy(isScalar):
            items.map { text($0) }.joined(separator: ",")
        case .object(let members): object(members) ?? value.json
        default: value.json
        }
    }

    private static func object(_ members: [Value.Member]) -> String? {
        let numbers = members.map { number($0.value) }
        switch members.map(\.name) {
        case ["width", "height"]: return "\(numbers[0])x\(numbers[1])"
        case ["x", "y", "width", "height"]:
            return "\(numbers[0]),\(numbers[1]),\(numbers[2])x\(numbers[3])"
        default: return nil
        }
    }

    private static func number(_ value: Value) -> String { value.json }

    public static func isScalar(_ value: Value) -> Bool {
        switch value {
        case .null, .bool, .integer, .number, .string: true
        case .array, .object: false
        }
    }
}
