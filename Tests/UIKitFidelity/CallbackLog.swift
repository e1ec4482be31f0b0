import UIKit

/// The callbacks of a test's controllers, in order, as sentences: `Detail.viewWillAppear`.
@MainActor
final class CallbackLog {
    struct Kinds: OptionSet, Sendable {
        let rawValue: Int

        static let load = Kinds(rawValue: 1 << 0)
        static let move = Kinds(rawValue: 1 << 1)
        static let appear = Kinds(rawValue: 1 << 2)
        static let isAppearing = Kinds(rawValue: 1 << 3)
        /// Only the first of several layout passes between two other callbacks is written down:
        /// their number is no rule.
        static let layout = Kinds(rawValue: 1 << 4)
        /// Appearance callbacks with their `animated`.
        static let animated = Kinds(rawValue: 1 << 5)
    }

    private let kinds: Kinds
    private(set) var entries: [String] = []
    private var laidOut: Set<String> = []

    init(_ kinds: Kinds) { self.kinds = kinds }

    func forget() {
        entries = []
        laidOut = []
    }

    /// Writes down something that is no callback, such as the moment in which a call returns.
    func mark(_ text: String) {
        entries.append(text)
        laidOut = []
    }

    func load(_ controller: UIViewController, _ callback: String) {
        if kinds.contains(.load) { mark("\(controller.nameInTrace).\(callback)") }
    }

    func layout(_ controller: UIViewController) {
        let entry = "\(controller.nameInTrace).viewDidLayoutSubviews"
        if kinds.contains(.layout), laidOut.insert(entry).inserted { entries.append(entry) }
    }

    func move(_ controller: UIViewController, _ callback: String, _ parent: UIViewController?) {
        guard kinds.contains(.move) else { return }
        mark("\(controller.nameInTrace).\(callback)(\(parent?.nameInTrace ?? "nil"))")
    }

    func appear(_ controller: UIViewController, _ callback: String, _ animated: Bool) {
        let kind = callback == "viewIsAppearing" ? Kinds.isAppearing : .appear
        guard kinds.contains(kind) else { return }
        let argument = kinds.contains(.animated) ? "(\(animated))" : ""
        mark("\(controller.nameInTrace).\(callback)\(argument)")
    }
}

extension UIViewController {
    /// The title, else the class.
    var nameInTrace: String { title ?? String(describing: type(of: self)) }
}
