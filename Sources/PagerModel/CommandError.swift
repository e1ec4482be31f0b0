/// The stable names of errors, `data.name` on the wire.
public enum ErrorName: String, CaseIterable, Sendable {
    // Refused by the engine, -32000.
    case controllerNotFound, windowNotFound, viewNotFound, transitionNotFound
    case idTaken, invalidIdentifier, invalidArgument, kindUnknown, wrongKind
    case wouldCreateCycle, hierarchyInconsistency, duplicateController, notAChild
    case noCommonParent, controllerInUse, indexOutOfRange, nothingToShow, unsupported
    case clockIsReal, idReused, tooLarge, requestNotFound
    // Refused by policy, -32001.
    case transitionInProgress, notInteractive, vetoed, staleRevision, limitExceeded
    case pluginGone, notPermitted, nameTaken, kindTaken, journalFailed
    // The request itself, -32700 to -32600.
    case parseError, invalidRequest, methodNotFound, invalidParams

    /// The JSON-RPC code that goes with the name.
    public var code: Int {
        switch self {
        case .controllerNotFound, .windowNotFound, .viewNotFound, .transitionNotFound,
            .idTaken, .invalidIdentifier, .invalidArgument, .kindUnknown, .wrongKind,
            .wouldCreateCycle, .hierarchyInconsistency, .duplicateController, .notAChild,
            .noCommonParent, .controllerInUse, .indexOutOfRange, .nothingToShow, .unsupported,
            .clockIsReal, .idReused, .tooLarge, .requestNotFound:
            -32000
        case .transitionInProgress, .notInteractive, .vetoed, .staleRevision, .limitExceeded,
            .pluginGone, .notPermitted, .nameTaken, .kindTaken, .journalFailed:
            -32001
        case .parseError: -32700
        case .invalidRequest: -32600
        case .methodNotFound: -32601
        case .invalidParams: -32602
        }
    }

    /// One sentence for the reference.
    public var summary: String {
        switch self {
        case .controllerNotFound: "No controller has this name."
        case .windowNotFound: "No window has this name."
        case .viewNotFound: "No view has this name."
        case .transitionNotFound: "No running transition has this id."
        case .idTaken: "A controller, view or window has this name already."
        case .invalidIdentifier: "A name is 1 to 64 characters of A-Z a-z 0-9 _ and -."
        case .invalidArgument: "UIKit raises for this argument, or it makes no sense here."
        case .kindUnknown: "No such kind of controller or style of transition."
        case .wrongKind: "The controller is of another kind than the command is for."
        case .wouldCreateCycle: "Something would contain or present itself."
        case .hierarchyInconsistency: "View tree and controller tree would disagree."
        case .duplicateController: "The same controller stands in the list twice."
        case .notAChild: "The controller is not a child, page or member there."
        case .noCommonParent: "The two controllers have no common parent."
        case .controllerInUse: "The controller is shown, contained or presented elsewhere."
        case .indexOutOfRange: "The index is not in the list."
        case .nothingToShow: "There is nothing to show or to take away."
        case .unsupported: "This container cannot do that."
        case .clockIsReal: "Only a daemon started with --clock manual takes this."
        case .idReused: "This client used the request id for another command."
        case .tooLarge:
            "The message is larger than the daemon takes, or the reply than it gives at once."
        case .requestNotFound: "The container has no open request of this number."
        case .transitionInProgress: "The container is in a transition and the command said reject."
        case .notInteractive: "The transition runs by the clock, not by hand."
        case .vetoed: "A plugin's decision says no."
        case .staleRevision: "The state has moved on since that revision."
        case .limitExceeded: "A limit of the daemon would be exceeded."
        case .pluginGone: "The plugin that answers for this is not there."
        case .notPermitted: "The peer may not do that."
        case .nameTaken: "Another plugin has this name."
        case .kindTaken: "The kind is built in, or another plugin hosts it."
        case .journalFailed: "The journal cannot be written; reading goes on."
        case .parseError: "The message is not JSON."
        case .invalidRequest: "The message is not a request."
        case .methodNotFound: "No such method."
        case .invalidParams: "A parameter is missing, unknown or of the wrong form."
        }
    }
}

/// Why a command was not carried out. A refused command changes nothing.
public struct CommandError: Error, Equatable, Sendable {
    public var name: ErrorName
    public var message: String
    /// Where in the parameters, such as `pages[3]`; nil where no single field is to blame.
    public var path: String?
    /// The exception UIKit would raise; then `message` is UIKit's text.
    public var exception: String?
    /// Further members of `data`, such as the candidates of an ambiguous id.
    public var details: [Value.Member]

    public init(
        _ name: ErrorName, _ message: String, path: String? = nil, exception: String? = nil,
        details: [Value.Member] = []
    ) {
        self.name = name
        self.message = message
        self.path = path
        self.exception = exception
        self.details = details
    }

    public static func invalidArgument(_ message: String, path: String? = nil) -> CommandError {
        CommandError(.invalidArgument, message, path: path)
    }
}
