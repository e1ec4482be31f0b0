#if UIKitSources
    import SwiftSyntax

    /// Methods of Objective-C's NSObject that Swift's on Linux lacks. UIKit's responders have them; in
    /// other classes, the first override declares them.
    extension Turner {
        private static let ofObjectiveC: [Signature] = [
            Signature(name: "awakeFromNib", labels: []),
            Signature(name: "prepareForInterfaceBuilder", labels: []),
            observing,
            Signature(name: "setValue", labels: ["_", "forUndefinedKey"]),
            Signature(name: "value", labels: ["forUndefinedKey"]),
        ]

        private static let observing = Signature(
            name: "observeValue", labels: ["forKeyPath", "of", "change", "context"])

        /// Whether a method is the first declaration in a class whose root is NSObject.
        private func isFirst(_ signature: Signature, in type: String) -> Bool {
            guard Self.ofObjectiveC.contains(signature) else { return false }
            let above = survey.superclasses(of: type)
            return survey.classes[above.last ?? type]?.inherited.contains("NSObject") == true
                && !above.contains { survey.owners[signature]?.contains($0) == true }
        }

        func turnFirstOverride(_ node: FunctionDeclSyntax, _ signature: Signature) {
            guard let type = types.last, isFirst(signature, in: type) else { return }
            for modifier in node.modifiers where modifier.name.text == "override" {
                file.remove(modifier)
            }
        }

        func dropSuperCall(_ node: FunctionCallExprSyntax) {
            guard let member = node.calledExpression.as(MemberAccessExprSyntax.self),
                member.base?.is(SuperExprSyntax.self) == true, let type = types.last
            else { return }
            let signature = Signature(
                name: member.declName.baseName.text,
                labels: node.arguments.map { $0.label?.text ?? "_" })
            if isFirst(signature, in: type) { file.replace(node, with: "()") }
        }

        /// An observer that is not a responder is one by a protocol.
        func addObserverProtocol(_ node: ClassDeclSyntax) {
            let observes = node.memberBlock.members.contains {
                $0.decl.as(FunctionDeclSyntax.self).map { Signature($0) == Self.observing } ?? false
            }
            guard observes, isFirst(Self.observing, in: node.name.text),
                let last = node.inheritanceClause?.inheritedTypes.last
            else { return }
            file.insert(
                ", UIKit.KeyValueObserver", at: last.type.endPositionBeforeTrailingTrivia)
        }
    }
#endif
