internal import Containment
internal import PagerModel

extension Simulation {
    /// Something that UIKit would raise as an exception, or log.
    public struct Issue: Hashable, Sendable, CustomStringConvertible {
        /// UIKit's text where it is known.
        public let text: String
        /// The name of the exception; nil for what UIKit only logs.
        public let exception: String?

        public var description: String {
            exception.map { "\($0): \(text)" } ?? text
        }

        init(text: String, exception: String? = nil) {
            self.text = text
            self.exception = exception
        }

        init(_ error: CommandError) {
            self.init(text: error.message, exception: error.exception)
        }
    }

    /// Keeps an issue; a daemon publishes it as `diagnostic.misuse` of the controller whose code runs.
    func report(_ issue: Issue) {
        guard isHosted else { return issues.append(issue) }
        let controller = callbacks.last?.controller ?? hosting.subject
        guard scene.isAlive(controller) else { return }
        scene.makeUnique()
        scene.misuse(controller, issue.description)
    }
}

extension Simulation {
    /// Says that an object is used together with those of another simulation. The current one has the
    /// issue, since tests look there.
    static func reportForeign(_ object: UIResponder) {
        current.issues.append(
            Issue(
                text:
                    "\(object) belongs to another simulation than what it is used with; make both "
                    + "after the same Simulation.begin()"))
    }
}
