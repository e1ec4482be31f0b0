internal import Containment
internal import PagerModel

/// A change to a navigation controller's stack. The cost of a push or a pop does not depend on the
/// depth of the stack.
enum StackChange: Sendable {
    case push(Handle)
    /// The popped controllers, lowest first.
    case pop([Handle])
    case replace(with: [Handle], leaving: [Handle])

    mutating func visit(_ archive: inout Archive) {
        var (number, first, second) = parts
        number.visit(&archive)
        first.visit(&archive)
        second.visit(&archive)
        guard archive.isReading else { return }
        switch number {
        case 0 where first.count == 1: self = .push(first[0])
        case 1: self = .pop(first)
        case 2: self = .replace(with: first, leaving: second)
        default: archive.fail("\(number) is not a kind of stack change")
        }
    }

    /// The values that are archived: the number of the case and its lists of controllers.
    private var parts: (UInt8, [Handle], [Handle]) {
        switch self {
        case .push(let controller): (0, [controller], [])
        case .pop(let leaving): (1, leaving, [])
        case .replace(let next, let leaving): (2, next, leaving)
        }
    }

    /// Returns the change that replaces the whole stack with `next`. O(number of controllers in
    /// both stacks).
    static func replace(_ stack: [Handle], with next: [Handle]) -> StackChange {
        let staying = Set<Handle>(next)
        return .replace(with: next, leaving: stack.filter { !staying.contains($0) })
    }

    /// The controllers that leave the stack, lowest first.
    var leaving: [Handle] {
        switch self {
        case .push: []
        case .pop(let leaving), .replace(_, let leaving): leaving
        }
    }

    /// Returns the top of the stack after the change.
    func top(of stack: [Handle]) -> Handle {
        switch self {
        case .push(let controller): controller
        case .pop(let leaving): stack.dropLast(leaving.count).last ?? .none
        case .replace(let next, _): next.last ?? .none
        }
    }

    /// Returns whether the change shows a controller that is already in the stack, or empties the
    /// stack.
    func isPop(from stack: [Handle]) -> Bool {
        switch self {
        case .push: false
        case .pop: true
        case .replace(let next, _): next.last.map { stack.contains($0) } ?? true
        }
    }

    /// Returns whether the change alters the stack. The result is always true for a push or a pop.
    func changes(_ stack: [Handle]) -> Bool {
        switch self {
        case .push, .pop: true
        case .replace(let next, _): next != stack
        }
    }

    func apply(to stack: inout [Handle]) {
        switch self {
        case .push(let controller): stack.append(controller)
        case .pop(let leaving): stack.removeLast(leaving.count)
        case .replace(let next, _): stack = next
        }
    }
}
