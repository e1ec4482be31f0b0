#if UIKitSources
    import SwiftSyntax

    extension Turner {
        /// A property that is declared `dynamic` tells its observers of its changes.
        func turnDynamic(_ node: VariableDeclSyntax) {
            guard node.modifiers.has("dynamic"), node.bindingSpecifier.text == "var",
                !node.modifiers.has("static"), !node.modifiers.has("class"),
                !node.modifiers.has("lazy"), node.bindings.count == 1,
                let binding = node.bindings.first,
                let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
            else { return }
            guard let block = binding.accessorBlock else {
                let call = observersCall(name, old: "oldValue")
                file.insert(
                    " { didSet { \(call) } }", at: binding.endPositionBeforeTrailingTrivia)
                return
            }
            guard case .accessors(let accessors) = block.accessors else { return }
            let kinds = accessors.map(\.accessorSpecifier.text)
            if let accessor = accessors.first(where: { $0.accessorSpecifier.text == "didSet" }) {
                guard let body = accessor.body else { return }
                let call = observersCall(name, old: accessor.parameters?.name.text ?? "oldValue")
                file.insert(" \(call);", at: body.leftBrace.endPositionBeforeTrailingTrivia)
            } else if kinds == ["willSet"] {
                let call = observersCall(name, old: "oldValue")
                file.insert(
                    " didSet { \(call) }", at: block.leftBrace.endPositionBeforeTrailingTrivia)
            }
        }

        private func observersCall(_ name: String, old: String) -> String {
            let key = name.filter { $0 != "`" }
            return "UIKit.tellObservers(of: self, \(quoted(key)), from: \(old), to: self.\(name))"
        }

        /// Swift on Linux knows no name of a key path: `observe` gets it as an argument.
        func turnObserve(_ node: FunctionCallExprSyntax) {
            let name =
                node.calledExpression.as(MemberAccessExprSyntax.self)?.declName
                ?? node.calledExpression.as(DeclReferenceExprSyntax.self)
            guard name?.baseName.text == "observe", survey.functions["observe"] == nil,
                let argument = node.arguments.first, argument.label == nil,
                let path = argument.expression.as(KeyPathExprSyntax.self)
            else { return }
            let words = path.components.compactMap {
                $0.component.as(KeyPathPropertyComponentSyntax.self)?.declName.baseName.text
            }
            guard words.count == path.components.count, !words.isEmpty else { return }
            file.insert(
                ", named: \(quoted(words.joined(separator: ".")))",
                at: argument.expression.endPositionBeforeTrailingTrivia)
        }
    }
#endif
