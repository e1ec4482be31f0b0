extension EventBody {
    func visitRecords<V: EventVisitor>(_ v: inout V) {
        switch self {
        case .windowCreated(let size):
            v.event(category, "created", "A window was made, visible at once.")
            v.field("size", size, "its size")
        case .windowDestroyed: v.event(category, "destroyed", "A window is gone.")
        case .windowRootChanged(let controller):
            v.event(category, "rootChanged", "The window has another root controller.")
            v.reference("controller", controller, "the new one, null for none")
        case .windowResized(let size):
            v.event(category, "resized", "The window has another size.")
            v.field("size", size, "the new one")
        case .controllerCreated(let record):
            v.event(category, "created", "A controller was made.")
            v.creation(
                record, "kind, frame, title, content, all options, and what the kind adds")
        case .controllerUpdated(let changes):
            v.event(
                category, "updated",
                "Options of a controller, or other members of its record, changed.")
            v.value("changes", changes, "the changed members and their new values")
        case .controllerContentChanged(let content):
            v.event(category, "contentChanged", "A controller has other content.")
            v.value("content", content, "the new content")
        case .controllerDestroyed: v.event(category, "destroyed", "A controller is gone.")
        case .controllerCustom(let name, let values):
            v.event(category, "custom", "Something that a kind added by a plugin tells.")
            v.text("name", name, "the kind's name for it")
            v.value("values", values, "an object, as the kind describes it")
        case .unbalanced(let message):
            v.event(category, "unbalanced", "UIKit's log line about unbalanced calls [4.14].")
            v.text("message", message, "UIKit's text")
        case .misuse(let message):
            v.event(category, "misuse", "A call that UIKit warns of, or a reaction that failed.")
            v.text("message", message, "the text")
        case .warning(let message):
            v.event(category, "warning", "UIKit's log line for a call it ignores.")
            v.text("message", message, "UIKit's text")
        default: preconditionFailure("not an event of records")
        }
    }
}
