import PagerModel
import PagerServer

/// The section of docs/reference/PROTOCOL.md about permissions.
enum ReferencePermissions {
    static var text: String {
        """
        ## Permissions

        Of a client's [roles](../SECURITY.md), \(methods { $1 == .administer }) need \
        `administer`; the other methods in this table, and \(methods { $0.isFree && $1 == .drive }), \
        need `drive`; `observe` is enough for the rest. The error is `notPermitted`, with the \
        required role in `role` and the client's in `held`.

        A plugin may read, and change the controllers that it hosts. Other changes need a grant \
        in its configuration; † marks methods that need it only for controllers of others. The \
        error is `notPermitted`, with the missing `grant`.

        \(table)
        """
    }

    private static var table: String {
        ReferenceTable.text(
            ["grant", "permits to", "methods"],
            Grant.allCases.map { grant in
                let names = Contract.methods.compactMap { type -> String? in
                    switch Access(type) {
                    case .grant(grant): "`\(type.method)`"
                    case .hosted(grant): "`\(type.method)`†"
                    default: nil
                    }
                }
                return ["`\(grant.rawValue)`", grant.summary, names.joined(separator: ", ")]
            })
    }

    private static func methods(_ isListed: (Access, Role) -> Bool) -> String {
        Contract.methods.filter {
            isListed(Access($0), Role(neededFor: $0))
        }
        .map { "`\($0.method)`" }.joined(separator: ", ")
    }
}

extension Access {
    /// Whether no grant permits the method.
    fileprivate var isFree: Bool {
        switch self {
        case .free, .batch: true
        case .grant, .hosted: false
        }
    }
}
