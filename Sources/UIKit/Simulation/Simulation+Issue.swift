internal import Containment
internal import PagerModel

extension Simulation {
    /// Something that UIKit would raise as an exception, or log.
    public struct Issue: Hashable, Sendable, CustomStringConvertible {
        /// UIKit's text where it is known.
        public let text: String
        /// The name of the exception; nil for what UIKit only logs.
        public let exception: String?
        /// The file of the code that caused the issue, without its folder; nil where the program has
        /// no debug information.
        public private(set) var file: String?
        /// The line in `file`, from 1.
        public private(set) var line: Int?

        /// `File.swift:12: NSInvalidArgumentException: Can't add self as subview`. A file or an
        /// exception that is nil is left out.
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
            self.init(text: error.message, exception: error.exception)
        }

        /// The issue with the line of the code that calls this module now.
        fileprivate var withCaller: Issue {
            let caller = Caller.current
            var issue = self
            issue.file = caller?.file
            issue.line = caller?.line
            return issue
        }
    }

    /// Keeps an issue, with the line of the code that caused it. A daemon publishes the text as
    /// `diagnostic.misuse` of the controller whose code runs.
    func report(_ issue: Issue) {
        guard isHosted else { return issues.append(issue.withCaller) }
        let controller = callbacks.last?.controller ?? hosting.subject
        guard scene.isAlive(controller) else { return }
        scene.makeUnique()
        scene.misuse(controller, issue.description)
    }
}

extension Simulation {
    /// Reports that an object is used with objects of another simulation. The issue goes to the
    /// current simulation, since tests look there.
    static func reportForeign(_ object: UIResponder) {
        current.report(
            Issue(
                text:
                    "\(object) belongs to another simulation than what it is used with; make both "
                    + "after the same Simulation.begin()"))
    }
}
