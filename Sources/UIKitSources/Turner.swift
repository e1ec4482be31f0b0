#if UIKitSources
    import Foundation
    import SwiftSyntax

    /// Changes one file: what needs Objective-C becomes Swift.
    final class Turner: SyntaxVisitor {
        let file: SourceFile
        let sources: Sources
        var survey: Survey { sources.survey }
        /// The types around the visited node, as code inside them names them.
        private(set) var types: [String] = []

        init(_ file: SourceFile, _ sources: Sources) {
            (self.file, self.sources) = (file, sources)
            super.init(viewMode: .sourceAccurate)
        }

        // MARK: Attributes and modifiers

        private static let inert: Set<String> = [
            "objc", "objcMembers", "nonobjc", "IBAction", "IBOutlet", "IBInspectable",
            "IBDesignable",
            "IBSegueAction", "GKInspectable", "UIApplicationMain", "NSApplicationMain", "NSCopying",
        ]

        override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind {
            let name = node.attributeName.trimmedDescription
            if Self.inert.contains(name) {
                file.remove(node)
            } else if name == "NSManaged", !turnLayerProperty(node) {
                sources.report(
                    "@NSManaged needs Core Data, which Linux lacks: exclude this file in "
                        + "uikit-sources.json", at: node, in: file)
            }
            return .skipChildren
        }

        override func visit(_ node: DeclModifierSyntax) -> SyntaxVisitorContinueKind {
            if node.name.text == "dynamic" || node.name.text == "optional" { file.remove(node) }
            return .skipChildren
        }

        override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
            addOptionalVariable(node)
            turnDispatched(node)
            turnDynamic(node)
            addMakeLayer(node)
            guard node.attributes.has("IBOutlet") else { return .visitChildren }
            // A closure for a storyboard sets the outlet from outside.
            for modifier in node.modifiers
            where ["private", "fileprivate"].contains(modifier.name.text) {
                file.remove(modifier)
            }
            return .visitChildren
        }

        // MARK: Types

        override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
            let inherited =
                node.inheritanceClause?.inheritedTypes.map(\.type.trimmedDescription) ?? []
            let main = node.attributes.all.first { $0.attributeName.trimmedDescription == "main" }
            if let main,
                !Set<String>(inherited).isDisjoint(with: ["UIResponder", "UIApplicationDelegate"])
            {
                // The test is the program. An app delegate is an ordinary class there.
                file.remove(main)
            }
            types.append(node.name.text)
            keepInit(node.inheritanceClause)
            addCellInit(node)
            addPlainInit(node)
            addDispatchedProtocols(node)
            addObserverProtocol(node)
            return .visitChildren
        }

        override func visitPost(_: ClassDeclSyntax) { types.removeLast() }

        override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
            keepInit(node.inheritanceClause)
            types.append(node.name.text)
            return .visitChildren
        }

        override func visitPost(_: StructDeclSyntax) { types.removeLast() }

        override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
            types.append(node.name.text)
            return .visitChildren
        }

        override func visitPost(_: EnumDeclSyntax) { types.removeLast() }

        override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
            let name = node.extendedType.trimmedDescription
            types.append(name)
            if survey.dropsInit(name) { dropInits(node) }
            for member in node.memberBlock.members where movesIntoClass(member) {
                if survey.classes[name] == nil {
                    guard isOverride(member) else {
                        addDispatch(member)
                        continue
                    }
                    // The condition may not be met.
                    guard node.parent?.parent?.parent?.is(IfConfigClauseSyntax.self) != true else {
                        continue
                    }
                    sources.report(
                        "an override in an extension of \(name), which is not among these sources: "
                            + "Swift on Linux cannot override there; write a subclass",
                        at: member, in: file)
                } else {
                    sources.move(member, of: file, into: name)
                }
            }
            return .visitChildren
        }

        override func visitPost(_: ExtensionDeclSyntax) { types.removeLast() }

        private func modifiers(of member: MemberBlockItemSyntax) -> DeclModifierListSyntax {
            member.decl.asProtocol((any WithModifiersSyntax).self)?.modifiers ?? []
        }

        private func isOverride(_ member: MemberBlockItemSyntax) -> Bool {
            modifiers(of: member).has("override")
        }

        /// Whether Swift on Linux needs a member in its class: it overrides, or is overridden.
        private func movesIntoClass(_ member: MemberBlockItemSyntax) -> Bool {
            if isOverride(member) { return true }
            if modifiers(of: member).has("static") { return false }
            if let function = member.decl.as(FunctionDeclSyntax.self) {
                return survey.overridden.contains(Signature(function))
            }
            let variable = member.decl.as(VariableDeclSyntax.self)?.bindings.first?.pattern
            guard let name = variable?.as(IdentifierPatternSyntax.self)?.identifier.text else {
                return false
            }
            return survey.overridden.contains(Signature(name: name))
        }

        // MARK: Optional requirements

        override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind {
            addMakingProtocol(node)
            let isOfObjectiveC = node.attributes.has("objc")
            if isOfObjectiveC { addClassBound(node) }
            var defaults: [String] = []
            for member in node.memberBlock.members {
                if let variable = member.decl.as(VariableDeclSyntax.self),
                    variable.modifiers.has("optional")
                {
                    defaults += turnOptionalVariable(variable)
                }
                if survey.dropsInit(node.name.text),
                    let initializer = member.decl.as(InitializerDeclSyntax.self)
                {
                    file.remove(initializer)
                }
                guard let function = member.decl.as(FunctionDeclSyntax.self), function.isOptional
                else {
                    continue
                }
                makeOptional(function.signature.returnClause)
                defaults.append(defaultImplementation(of: function))
            }
            if !defaults.isEmpty {
                let access = node.modifiers.first { ["public", "open"].contains($0.name.text) }
                file.insert(
                    "; \(access == nil ? "" : "public ")extension \(node.name.text) { "
                        + defaults.joined(separator: "; ") + " }",
                    at: node.endPositionBeforeTrailingTrivia)
            }
            return .visitChildren
        }

        private func addClassBound(_ node: ProtocolDeclSyntax) {
            guard let first = node.inheritanceClause?.inheritedTypes.first else {
                let end = node.primaryAssociatedTypeClause?.endPositionBeforeTrailingTrivia
                file.insert(": AnyObject", at: end ?? node.name.endPositionBeforeTrailingTrivia)
                return
            }
            let names = node.inheritanceClause?.inheritedTypes.map(\.type.trimmedDescription) ?? []
            guard !names.contains(where: { ["class", "AnyObject"].contains($0) }) else { return }
            file.insert("AnyObject, ", at: first.positionAfterSkippingLeadingTrivia)
        }

        /// The result of an optional requirement is nil in a type that does not implement it.
        func makeOptional(_ clause: ReturnClauseSyntax?) {
            guard let type = clause?.type, !isVoid(type), !type.is(OptionalTypeSyntax.self) else {
                return
            }
            file.insert("(", at: type.positionAfterSkippingLeadingTrivia)
            file.insert(")?", at: type.endPositionBeforeTrailingTrivia)
        }

        func isVoid(_ type: TypeSyntax) -> Bool {
            ["Void", "()", "Swift.Void"].contains(type.trimmedDescription)
        }

        private func defaultImplementation(of function: FunctionDeclSyntax) -> String {
            let name = function.name.text
            let parameters = oneLine(function.signature.parameterClause)
            guard let type = function.signature.returnClause?.type, !isVoid(type) else {
                return "func \(name)\(parameters) {}"
            }
            let result = oneLine(type)
            return
                "func \(name)\(parameters) -> \(type.is(OptionalTypeSyntax.self) ? result : "(\(result))?") { nil }"
        }

        func oneLine(_ node: some SyntaxProtocol) -> String {
            let words = node.tokens(viewMode: .sourceAccurate).map { token in
                token.text + (token.trailingTrivia.isEmpty ? "" : " ")
            }
            return words.joined().trimmingCharacters(in: .whitespaces)
        }

        override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
            let signature = Signature(node)
            if let requirement = survey.optional[signature], let type = types.last,
                survey.conforms(type, to: requirement)
            {
                addOptionalOverload(node)
            }
            turnDispatched(node, signature)
            turnFirstOverride(node, signature)
            refuseForwarding(node, signature)
            if let label = node.signature.parameterClause.parameters.first,
                label.firstName.text == "toParentViewController"
            {
                file.replace(label.firstName, with: "toParent")
            }
            return .visitChildren
        }

        override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
            turnSuperProperty(node)
            turnDynamicMember(node)
            return .visitChildren
        }

        /// `UIApplication.shared.delegate?.window??.x`: the application's delegate always has the
        /// variable here, so that one question mark is too many.
        override func visit(_ node: OptionalChainingExprSyntax) -> SyntaxVisitorContinueKind {
            if let inner = node.expression.as(OptionalChainingExprSyntax.self),
                inner.expression.as(MemberAccessExprSyntax.self)?.declName.baseName.text
                    == "window"
            {
                file.remove(node.questionMark)
            }
            return .visitChildren
        }

        override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
            turnCasts(node)
            return .visitChildren
        }

        override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
            if let chain = node.calledExpression.as(OptionalChainingExprSyntax.self),
                let member = chain.expression.as(MemberAccessExprSyntax.self),
                isOptionalMethod(member.declName.baseName.text, node)
            {
                file.remove(chain.questionMark)
            } else if let forced = node.calledExpression.as(ForceUnwrapExprSyntax.self),
                let member = forced.expression.as(MemberAccessExprSyntax.self),
                isOptionalMethod(member.declName.baseName.text, node)
            {
                file.remove(forced.exclamationMark)
                if survey.optionalWithResult.contains(member.declName.baseName.text) {
                    file.insert("!", at: node.endPositionBeforeTrailingTrivia)
                }
            }
            turnSuperCall(node)
            for (label, old) in node.arguments.map({ ($0.label, $0.label?.text) }) {
                if let label, old == "toParentViewController" {
                    file.replace(label, with: "toParent")
                }
            }
            turnSubviewOrder(node)
            turnAbsolute(node)
            turnClassName(node)
            turnMaking(node)
            turnObserve(node)
            dropSuperCall(node)
            return .visitChildren
        }

        /// Whether `x.name?(…)` calls an optional method, and not a closure in a variable. Closures
        /// have no labels.
        private func isOptionalMethod(_ name: String, _ call: FunctionCallExprSyntax) -> Bool {
            // pagerd's UIKit declares these so that the question mark compiles.
            if ["interruptibleAnimator", "animationEnded"].contains(name) { return false }
            if survey.optional.keys.contains(where: { $0.name == name }) { return true }
            return call.arguments.contains { $0.label != nil } || !survey.variables.contains(name)
        }

        // MARK: Selectors

        override func visit(_ node: MacroExpansionExprSyntax) -> SyntaxVisitorContinueKind {
            switch node.macroName.text {
            case "selector": turnSelector(node)
            case "keyPath": turnKeyPath(node)
            default: return .visitChildren
            }
            return .skipChildren
        }

        private func turnKeyPath(_ node: MacroExpansionExprSyntax) {
            let words = node.arguments.trimmedDescription.split(separator: ".")
            file.replace(
                node,
                with: quoted(words.drop { $0.first?.isUppercase == true }.joined(separator: ".")))
        }

        private func turnSelector(_ node: MacroExpansionExprSyntax) {
            guard let argument = node.arguments.first else { return }
            if let label = argument.label?.text {
                let name = argument.expression.trimmedDescription.split(separator: ".").last ?? ""
                let setter = "set" + name.prefix(1).uppercased() + name.dropFirst() + ":"
                file.replace(
                    node, with: "Selector(\(quoted(label == "setter" ? setter : String(name))))")
                return
            }
            var expression = argument.expression
            // `f as (T) -> (U) -> Void` chooses one of several functions.
            if let sequence = expression.as(SequenceExprSyntax.self),
                let first = sequence.elements.first
            {
                expression = first
            }
            let member = expression.as(MemberAccessExprSyntax.self)
            guard let name = member?.declName ?? expression.as(DeclReferenceExprSyntax.self) else {
                sources.report(
                    "#selector(\(argument.trimmedDescription)) is not a method; write "
                        + "#selector(TYPE.METHOD)", at: node, in: file)
                return
            }
            let base = member?.base?.trimmedDescription
            let signature = signature(of: name)
            let selector = quoted(survey.selectors[signature] ?? signature.selector)
            let method = name.trimmedDescription
            let own = base == nil || base == "self" || base == "Self" || base == "super"
            if own, let type = types.last {
                file.replace(node, with: "Selector(\(selector), \(type).\(method))")
            } else if let base, survey.protocols.contains(base) || base.hasSuffix("Delegate") {
                file.replace(node, with: "Selector(\(selector))")
            } else if let base, !own {
                let isType = base.split(separator: ".").last?.first?.isUppercase == true
                let owners = survey.owners[signature] ?? []
                if let owner = isType ? base : owners.count == 1 ? owners[0] : nil {
                    file.replace(node, with: "Selector(\(selector), \(owner).\(method))")
                } else {
                    file.replace(node, with: "Selector(\(selector))")
                }
            } else {
                sources.report(
                    "#selector(\(method)) outside of a class; write #selector(TYPE.METHOD)",
                    at: node,
                    in: file)
            }
        }

        private func signature(of name: DeclReferenceExprSyntax) -> Signature {
            if let labels = name.argumentNames?.arguments.map(\.name.text) {
                return Signature(name: name.baseName.text, labels: labels)
            }
            return survey.functions[name.baseName.text]?.first
                ?? Signature(name: name.baseName.text)
        }

        // MARK: Imports and conditions

        override func visit(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind {
            let path = node.path.trimmedDescription
            let isObjectiveC = path == "ObjectiveC" || path.hasPrefix("ObjectiveC.")
            if path.hasPrefix("UIKit.") || isObjectiveC || path == "os" || path.hasPrefix("os.") {
                file.replace(node, with: "import UIKit")
            }
            turnAbsentImport(node)
            return .visitChildren
        }

        override func visit(_ node: IfConfigClauseSyntax) -> SyntaxVisitorContinueKind {
            if let condition = node.condition { Conditions(file).walk(condition) }
            return .visitChildren
        }

        private final class Conditions: SyntaxVisitor {
            private let file: SourceFile
            private static let met: Set<String> = [
                "os(iOS)", "canImport(UIKit)", "targetEnvironment(simulator)",
            ]

            init(_ file: SourceFile) {
                self.file = file
                super.init(viewMode: .sourceAccurate)
            }

            override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
                if Self.met.contains(node.trimmedDescription.filter { !$0.isWhitespace }) {
                    file.replace(node, with: "true")
                } else if node.trimmedDescription == "os(Linux)" {
                    file.replace(node, with: "false")
                }
                return .skipChildren
            }
        }

        // MARK: Names of Swift 3 and 4

        override func visit(_ token: TokenSyntax) -> SyntaxVisitorContinueKind {
            guard case .identifier(let name) = token.tokenKind, let new = earlierNames[name],
                !survey.declared.contains(name)
            else { return .skipChildren }
            // A notification's name was a member of `Notification.Name`, often without its base.
            if new.hasSuffix("Notification"),
                let member = token.parent?.parent?.as(MemberAccessExprSyntax.self)
            {
                file.replace(member, with: new)
            } else {
                file.replace(token, with: new)
            }
            return .skipChildren
        }

        /// `bringSubview(toFront: v)` has become `bringSubviewToFront(v)`.
        private func turnSubviewOrder(_ node: FunctionCallExprSyntax) {
            let name =
                node.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName
                ?? node.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName
            guard let name, let argument = node.arguments.first, let label = argument.label,
                let colon = argument.colon
            else { return }
            let new: String
            switch (name.text, label.text) {
            case ("bringSubview", "toFront"): new = "bringSubviewToFront"
            case ("sendSubview", "toBack"): new = "sendSubviewToBack"
            default: return
            }
            file.replace(name, with: new)
            file.remove(label)
            file.remove(colon)
        }
    }
#endif
