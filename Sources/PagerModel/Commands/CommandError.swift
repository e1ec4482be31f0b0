/// The stable name of an error. Clients receive it as `data.name` in the error of a reply.
public enum ErrorName: String, CaseIterable, Sendable {
    // Refused by the engine: code -32000.
    case controllerNotFound, windowNotFound, viewNotFound, transitionNotFound
    case idTaken, invalidIdentifier, invalidArgument, kindUnknown, wrongKind
    case wouldCreateCycle, hierarchyInconsistency, duplicateController, notAChild
    case noCommonParent, controllerInUse, indexOutOfRange, nothingToShow, unsupported
    case clockIsReal, idReused, tooLarge, requestNotFound
    // Refused by a policy of the daemon: code -32001.
    case transitionInProgress, notInteractive, vetoed, staleRevision, limitExceeded
    case pluginGone, notPermitted, nameTaken, kindTaken, journalFailed
    // An invalid request: codes -32700 and -32602 to -32600.
    case parseError, invalidRequest, methodNotFound, invalidParams

    /// The JSON-RPC code of an error with this name.
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

    /// A sentence that describes the error, for the protocol reference.
    public var summary: String {
        switch self {
        case .controllerNotFound: "No controller has this name."
        case .windowNotFound: "No window has this name."
        case .viewNotFound: "No view has this name."
        case .transitionNotFound: "No running transition has this id."
        case .idTaken: "A controller, view or window already has this name."
        case .invalidIdentifier: "A name is 1 to 64 characters of A-Z a-z 0-9 _ and -."
        case .invalidArgument: "UIKit raises an exception for this argument, or it is out of range."
        case .kindUnknown: "No such controller kind or transition style."
        case .wrongKind: "The command is for controllers of another kind."
        case .wouldCreateCycle: "A controller or view would contain or present itself."
        case .hierarchyInconsistency:
            "A view would be inside the view of a controller that is not its parent."
        case .duplicateController: "The list contains the same controller twice."
        case .notAChild: "Not a child or page of that container."
        case .noCommonParent: "The controllers have no common parent."
        case .controllerInUse: "Already shown, contained or presented elsewhere."
        case .indexOutOfRange: "Not an index of the list."
        case .nothingToShow: "Nothing to show or to remove."
        case .unsupported: "The container does not support the command."
        case .clockIsReal: "The daemon was not started with --clock manual."
        case .idReused: "The client used this request id for another command."
        case .tooLarge: "The message or its reply is too large."
        case .requestNotFound: "The container has no open request with this number."
        case .transitionInProgress:
            "The container is in a transition, and `interruption` is `reject`."
        case .notInteractive: "The transition is not interactive."
        case .vetoed: "A plugin refused the command."
        case .staleRevision: "The state has changed since that revision."
        case .limitExceeded: "A limit would be exceeded."
        case .pluginGone: "The plugin that decides about the command is not connected."
        case .notPermitted: "The client or plugin lacks the permission."
        case .nameTaken: "Another plugin has this name."
        case .kindTaken: "The kind is built in, or another plugin hosts it."
        case .journalFailed: "The journal cannot be written; only commands that read are executed."
        case .parseError: "The message is not JSON."
        case .invalidRequest: "The message is not a request."
        case .methodNotFound: "There is no such method."
        case .invalidParams: "A parameter is missing, unknown or of the wrong type."
        }
    }
}

/// The reason why a command was refused. A refused command changes nothing.
public struct CommandError: Error, Equatable, Sendable {
    public var name: ErrorName
    public var message: String
    /// The path of the invalid parameter, such as `pages[3]`. Nil if there is none.
    public var path: String?
    /// The exception that UIKit raises, whose text is then `message`. Nil if it raises none.
    public var exception: String?
    /// Further members of the error's `data`, such as the candidates for an ambiguous id.
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

    /// The message as a complete sentence, for output that does not show the path separately. If
    /// the message begins with "must", the sentence begins with the path.
    package var sentence: String {
        guard let path, message.utf8.starts(with: "must ".utf8) else { return message }
        return "\(path) \(message)"
    }

    public static func invalidArgument(_ message: String, path: String? = nil) -> CommandError {
        CommandError(.invalidArgument, message, path: path)
    }
}

/// The reason why an accepted command changed nothing. The reply contains the name of the reason.
public enum IgnoredReason: String, FieldEnumeration, BitwiseCopyable {
    /// The option `presentsWithGesture` of the split view controller is false.
    case gestureDisabled
    /// The option `swipeEnabled` of the pager does not allow swipes in this direction.
    case swipeDisabled
    /// The option `interactivePopEnabled` of the navigation controller is false.
    case interactivePopDisabled
    /// The page controller has no data source, so its next page is unknown.
    case noDataSource
}
