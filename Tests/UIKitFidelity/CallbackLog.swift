import UIKit

/// The log of the callbacks of a test's controllers, as texts: `Detail.viewWillAppear`.
@MainActor
final class CallbackLog {
    struct Kinds: OptionSet, Sendable {
        let rawValue: Int

        static let load = Kinds(rawValue: 1 << 0)
        static let move = Kinds(rawValue: 1 << 1)
        static let appear = Kinds(rawValue: 1 << 2)
        static let isAppearing = Kinds(rawValue: 1 << 3)
        /// Layout passes. Of several passes between two other callbacks only the first is logged,
        /// because UIKit does not define their number.
        static let layout = Kinds(rawValue: 1 << 4)
        /// Appearance callbacks with their `animated` argument.
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

    /// Logs something other than a callback, such as the return of a call.
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
    /// The title, or the class name if there is no title.
    var nameInTrace: String { title ?? String(describing: type(of: self)) }
}
