#if UIKitSources
    import SwiftSyntax

    // What classes need that Objective-C would find at run time.

    extension Turner {
        // MARK: Casts

        private static let makers: Set<String> = [
            "instantiateViewController", "instantiateInitialViewController", "dequeueReusableCell",
            "dequeueReusableSupplementaryView", "dequeueReusableHeaderFooterView", "loadNibNamed",
            "instantiate",
        ]

        /// Turns `as!` after a call that makes an object by a name into a function that reports an
        /// issue: a wrong name would end the test's process.
        func turnCasts(_ node: SequenceExprSyntax) {
            let elements = Array(node.elements)
            for (index, element) in elements.enumerated().dropFirst()
            where index + 1 < elements.count {
                guard let cast = element.as(UnresolvedAsExprSyntax.self),
                    cast.questionOrExclamationMark?.text == "!",
                    let type = elements[index + 1].as(TypeExprSyntax.self),
                    type.type.is(IdentifierTypeSyntax.self) || type.type.is(MemberTypeSyntax.self)
                else { continue }
                var made = elements[index - 1]
                if let tried = made.as(TryExprSyntax.self) { made = tried.expression }
                guard isMade(made) else { continue }
                if let unwrapped = made.as(ForceUnwrapExprSyntax.self) {
                    file.remove(unwrapped.exclamationMark)
                }
                file.insert("castOrReport(", at: made.positionAfterSkippingLeadingTrivia)
                file.replace(cast, with: ", to:")
                file.insert(".self)", at: type.endPositionBeforeTrailingTrivia)
            }
        }

        private func isMade(_ expression: ExprSyntax) -> Bool {
            if let call = expression.as(FunctionCallExprSyntax.self) {
                let member = call.calledExpression.as(MemberAccessExprSyntax.self)
                return member.map { Self.makers.contains($0.declName.baseName.text) } ?? false
            }
            if let member = expression.as(MemberAccessExprSyntax.self) {
                let isElement = ["first", "last"].contains(member.declName.baseName.text)
                return isElement && (member.base.map(isMade) ?? false)
            }
            if let unwrapped = expression.as(ForceUnwrapExprSyntax.self) {
                return isMade(unwrapped.expression)
            }
            return expression.as(OptionalChainingExprSyntax.self).map { isMade($0.expression) }
                ?? false
        }

        // MARK: Cells

        /// Adds the initializer that Swift needs in a cell without `init(frame:)`. Like that one in
        /// UIKit, it must not be called.
        func addCellInit(_ node: ClassDeclSyntax) {
            let name = types.joined(separator: ".")
            guard let base = survey.cellClassWithoutInit(name) else { return }
            let isOfCollection = cellInits[base] == ["frame"]
            let brace = node.memberBlock.rightBrace.positionAfterSkippingLeadingTrivia
            file.insert(
                "\npublic required init(registered identifier: String"
                    + (isOfCollection ? ", frame: CGRect" : "")
                    + ") { fatalError(\"\(node.name.text) has no initializer for a registered "
                    + "class\") }\n#sourceLocation(file: \(quoted(file.path)), line: "
                    + "\(file.line(of: brace)))\n", at: brace)
        }

        // MARK: Layers

        /// Gives an `@NSManaged` property of a layer a value: Core Animation would implement it.
        func turnLayerProperty(_ node: AttributeSyntax) -> Bool {
            guard let variable = node.parent?.parent?.as(VariableDeclSyntax.self),
                let binding = variable.bindings.first, let type = binding.typeAnnotation?.type,
                let owner = survey.classes[types.joined(separator: ".")],
                owner.inherited.contains(where: { $0.hasSuffix("Layer") })
            else { return false }
            let zeros = [
                "CGFloat": "0", "Double": "0", "Float": "0", "Int": "0", "Bool": "false",
                "CGPoint": ".zero", "CGSize": ".zero", "CGRect": ".zero",
            ]
            guard type.is(OptionalTypeSyntax.self) || zeros[type.trimmedDescription] != nil else {
                return false
            }
            file.remove(node)
            if let zero = zeros[type.trimmedDescription] {
                file.insert(" = \(zero)", at: binding.endPositionBeforeTrailingTrivia)
            }
            return true
        }

        // MARK: Extensions of UIKit's classes

        /// Gives a function in an extension of a class of UIKit a body that calls what subclasses
        /// have in its place.
        func addDispatch(_ member: MemberBlockItemSyntax) {
            if let variable = member.decl.as(VariableDeclSyntax.self) {
                return addDispatch(variable, in: member)
            }
            guard let function = member.decl.as(FunctionDeclSyntax.self) else { return }
            let signature = Signature(function)
            guard survey.isDispatched(signature), let call = arguments(of: function) else {
                return
            }
            let name = function.name.text
            let header =
                parameters(of: function)
                + (function.signature.returnClause.map { " " + oneLine($0) } ?? "")
            let access = function.modifiers.first { ["public", "open"].contains($0.name.text) }
            file.replace(function.name, with: "base_\(name)")
            file.insert(
                "; \(access == nil ? "" : "public ")func \(name)\(header) { "
                    + "if let own = self as? any Overrides_\(signature.identifier) { "
                    + "return own.own_\(name)\(call) }; return base_\(name)\(call) }",
                at: function.endPositionBeforeTrailingTrivia)
            guard let owner = member.parent?.parent?.parent?.as(ExtensionDeclSyntax.self) else {
                return
            }
            declareOverrides(
                signature, "func own_\(name)\(header)", at: owner.endPositionBeforeTrailingTrivia)
        }

        /// Declares the protocol of the classes that override such a function. Extensions of two
        /// classes may have a function with the same name.
        private func declareOverrides(
            _ signature: Signature, _ member: String, at position: AbsolutePosition
        ) {
            guard sources.declareOverrides(of: signature) else { return }
            file.insert(
                "; @preconcurrency @MainActor protocol Overrides_\(signature.identifier) "
                    + "{ \(member) }", at: position)
        }

        /// Does the same for a computed property.
        private func addDispatch(_ node: VariableDeclSyntax, in member: MemberBlockItemSyntax) {
            guard let binding = node.bindings.first, binding.accessorBlock != nil,
                let type = binding.typeAnnotation?.type,
                let owner = member.parent?.parent?.parent?.as(ExtensionDeclSyntax.self)
            else { return }
            let name = binding.pattern.trimmedDescription
            guard survey.isDispatched(Signature(name: name)) else { return }
            file.replace(binding.pattern, with: "base_\(name)")
            let isPublic =
                node.modifiers.has("public") || node.modifiers.has("open")
                || owner.modifiers.has("public")
            file.insert(
                "; \(isPublic ? "public " : "")var \(name): \(oneLine(type)) { "
                    + "if let own = self as? any Overrides_\(name) { return own.own_\(name) }; "
                    + "return base_\(name) }", at: node.endPositionBeforeTrailingTrivia)
            declareOverrides(
                Signature(name: name), "var own_\(name): \(oneLine(type)) { get }",
                at: owner.endPositionBeforeTrailingTrivia)
        }

        /// Renames an override of such a property.
        func turnDispatched(_ node: VariableDeclSyntax) {
            guard let binding = node.bindings.first,
                let override = node.modifiers.first(where: { $0.name.text == "override" })
            else { return }
            let name = binding.pattern.trimmedDescription
            guard survey.isDispatched(Signature(name: name)) else { return }
            file.replace(binding.pattern, with: "own_\(name)")
            let isRoot = survey.rootOverriders(of: Signature(name: name)).contains(
                types.joined(separator: "."))
            if isRoot { file.remove(override) }
        }

        /// Renames `super.x` of such a property.
        func turnSuperProperty(_ node: MemberAccessExprSyntax) {
            guard node.base?.is(SuperExprSyntax.self) == true,
                node.parent?.is(FunctionCallExprSyntax.self) != true
            else { return }
            let name = node.declName.baseName
            guard survey.isDispatched(Signature(name: name.text)) else { return }
            let isRoot = survey.rootOverriders(of: Signature(name: name.text)).contains(
                types.joined(separator: "."))
            file.replace(name, with: (isRoot ? "base_" : "own_") + name.text)
        }

        /// Renames an override of such a function.
        func turnDispatched(_ node: FunctionDeclSyntax, _ signature: Signature) {
            guard let override = node.modifiers.first(where: { $0.name.text == "override" }),
                survey.isDispatched(signature)
            else { return }
            file.replace(node.name, with: "own_\(node.name.text)")
            let owner = types.joined(separator: ".")
            if survey.rootOverriders(of: signature).contains(owner) { file.remove(override) }
        }

        /// Adds the protocols of such functions to a class.
        func addDispatchedProtocols(_ node: ClassDeclSyntax) {
            let name = types.joined(separator: ".")
            guard let last = node.inheritanceClause?.inheritedTypes.last else { return }
            for (signature, classes) in survey.overriders.sorted(by: {
                $0.key.identifier < $1.key.identifier
            })
            where classes.contains(name) && survey.isDispatched(signature)
                && survey.rootOverriders(of: signature).contains(name)
            {
                file.insert(
                    ", Overrides_\(signature.identifier)",
                    at: last.type.endPositionBeforeTrailingTrivia)
            }
        }

        /// Renames `super.f()` of such a function.
        func turnSuperCall(_ node: FunctionCallExprSyntax) {
            guard let member = node.calledExpression.as(MemberAccessExprSyntax.self),
                member.base?.is(SuperExprSyntax.self) == true
            else { return }
            let name = member.declName.baseName
            let signature = Signature(
                name: name.text, labels: node.arguments.map { $0.label?.text ?? "_" })
            guard survey.isDispatched(signature) else { return }
            let isRoot = survey.rootOverriders(of: signature).contains(
                types.joined(separator: "."))
            file.replace(name, with: (isRoot ? "base_" : "own_") + name.text)
        }

        // MARK: NSObject

        /// The end of the name of a protocol that a class has which satisfies `init()` itself.
        private static let making = "_Making"

        /// Gives the types that satisfy `init()` themselves the protocol that still requires it.
        func keepInit(_ clause: InheritanceClauseSyntax?) {
            for type in clause?.inheritedTypes ?? []
            where survey.dropsInit(type.type.trimmedDescription) {
                file.insert(
                    ", \(type.type.trimmedDescription)\(Self.making)",
                    at: type.type.endPositionBeforeTrailingTrivia)
            }
        }

        func addMakingProtocol(_ node: ProtocolDeclSyntax) {
            guard survey.dropsInit(node.name.text) else { return }
            let access = node.modifiers.has("public") ? "public " : ""
            file.insert(
                "; \(access)protocol \(node.name.text)\(Self.making): \(node.name.text) "
                    + "{ init() }", at: node.endPositionBeforeTrailingTrivia)
        }

        /// Moves the initializers of a protocol's extension that call `init()` into one for views
        /// and controllers, and one for types that have it, if NSObject is to have them: only a
        /// required initializer could satisfy the requirement, and that of views is `init(coder:)`.
        func dropInits(_ node: ExtensionDeclSyntax) {
            for member in node.memberBlock.members {
                guard let initializer = member.decl.as(InitializerDeclSyntax.self) else { continue }
                let original = oneStatementALine(initializer)
                let text = original.replacing(
                    "self.init()", with: "self.init(coder: emptyCoder())!")
                let name = node.extendedType.trimmedDescription
                file.remove(initializer)
                file.insert(
                    "; extension \(name)\(Self.making) { \(original) }",
                    at: node.endPositionBeforeTrailingTrivia)
                file.insert(
                    "; extension \(node.extendedType.trimmedDescription) where Self: MadeFromCoder "
                        + "{ @preconcurrency @MainActor \(text) }",
                    at: node.endPositionBeforeTrailingTrivia)
            }
        }

        /// The text of a declaration on one line.
        private func oneStatementALine(_ node: InitializerDeclSyntax) -> String {
            let statements = node.body?.statements.map { oneLine($0) } ?? []
            let head = node.with(\.body, nil).trimmed
            return oneLine(head) + " { " + statements.joined(separator: "; ") + " }"
        }
    }
#endif
