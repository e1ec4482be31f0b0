internal import Containment
internal import PagerModel

extension Simulation {
    /// A mistake for which UIKit would raise an exception or log a message.
    public struct Issue: Hashable, Sendable, CustomStringConvertible {
        /// A description of the mistake: UIKit's own text if that is known.
        public let text: String
        /// The name of the exception; nil if UIKit only logs a message.
        public let exception: String?
        /// The file of the code that caused the issue, without its directory; nil if the program
        /// has no debug information.
        public private(set) var file: String?
        /// The line of `file` that caused the issue, counted from 1; nil if `file` is nil.
        public private(set) var line: Int?

        /// A description such as `File.swift:12: NSInvalidArgumentException: Can't add self as
        /// subview`. A file or exception that is nil is omitted.
        public var description: String {
            var parts = [text]
            if let exception { parts.insert(exception, at: 0) }
            if let file, let line { parts.insert("\(file):\(line)", at: 0) }
            return parts.joined(separator: ": ")
        }

        init(text: String, exception: String? = nil) {
            self.text = text
            self.exception = exception
        }

        init(_ error: CommandError) {
            var text = error.sentence
            for (command, method) in Self.methods {
                text = text.replacingOccurrences(of: command, with: method)
            }
            self.init(text: text, exception: error.exception)
        }

        /// The commands that the engine's messages name, and what code for UIKit writes instead.
        private static let methods = [
            "use window.setRoot": "give the window another rootViewController first",
            "add it with view.addSubview": "add it with addSubview(_:)",
            "set them with split.setColumns": "set them with setViewController(_:for:)",
            "add it with split.setColumns": "add it with setViewController(_:for:)",
            "use page.set": "use setViewControllers(_:direction:animated:)",
            "use the commands of": "use the methods of",
            "give the window another root first":
                "give the window another rootViewController first",
        ]

        /// A copy of this issue with the file and line of the code that is now calling this module.
        fileprivate var withCaller: Issue {
            let caller = Caller.current
            var issue = self
            issue.file = caller?.file
            issue.line = caller?.line
            return issue
        }
    }

    /// Records an issue, with the line of the code that caused it. In a daemon, publishes the issue
    /// instead, in the event `diagnostic.misuse` of the controller whose code is running.
    func report(_ issue: Issue) {
        guard isHosted else { return issues.append(issue.withCaller) }
        let controller = running?.controller ?? hosting.subject
        guard scene.isAlive(controller) else { return }
        change {
            $0.makeUnique()
            $0.misuse(controller, issue.description)
        }
    }
}

extension Simulation {
    /// Reports that an object is used with objects of a different simulation. The issue is always
    /// reported to the current simulation, because tests check the current simulation's issues.
    static func reportForeign(_ object: UIResponder) {
        current.report(
            Issue(
                text:
                    "\(object) belongs to another simulation than the objects that it is used "
                    + "with; create all of them after the same Simulation.begin()"))
    }
}
