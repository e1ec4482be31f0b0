#if UIKitSources
    import SwiftSyntax

    // The optional requirements of Objective-C's protocols.

    extension Turner {
        /// Adds an overload with an optional result, which satisfies an optional requirement. The
        /// function itself keeps its result.
        func addOptionalOverload(_ node: FunctionDeclSyntax) {
            guard let type = node.signature.returnClause?.type, !isVoid(type),
                !type.is(OptionalTypeSyntax.self), !node.modifiers.has("override")
            else { return }
            guard let call = arguments(of: node), node.genericParameterClause == nil else {
                return makeOptional(node.signature.returnClause)
            }
            let result = oneLine(type)
            file.insert(
                "; @_disfavoredOverload \(access(of: node.modifiers))func \(node.name.text)"
                    + "\(parameters(of: node)) -> (\(result))? { "
                    + "let value: \(result) = self.\(node.name.text)\(call); return value }",
                at: node.endPositionBeforeTrailingTrivia)
        }

        /// Turns `optional var x: T { get }`: what reads `x` of the protocol gets nil or the value
        /// of a class that has it. Returns the members of the protocol's extension.
        func turnOptionalVariable(_ node: VariableDeclSyntax) -> [String] {
            guard let binding = node.bindings.first, let type = binding.typeAnnotation?.type else {
                return []
            }
            let name = binding.pattern.trimmedDescription
            let result = optional(type.trimmedDescription)
            file.replace(binding.pattern, with: optionalName(name))
            file.replace(type, with: result)
            if let block = binding.accessorBlock { file.replace(block, with: "{ get }") }
            return [
                "var \(optionalName(name)): \(result) { nil }",
                "var \(name): \(result) { \(optionalName(name)) }",
            ]
        }

        /// Adds what satisfies the requirement of an optional variable.
        func addOptionalVariable(_ node: VariableDeclSyntax) {
            guard let binding = node.bindings.first, let owner = types.last,
                !node.modifiers.has("override"), node.parent?.is(CodeBlockItemSyntax.self) != true,
                let found = survey.optionalVariables[binding.pattern.trimmedDescription],
                survey.conforms(owner, to: found.requirement)
            else { return }
            let name = binding.pattern.trimmedDescription
            file.insert(
                "; \(access(of: node.modifiers))var \(optionalName(name)): "
                    + "\(optional(found.type)) { \(name) }",
                at: node.endPositionBeforeTrailingTrivia)
        }

        /// The name of an optional variable's requirement, such as `optionalTitle` for `title`.
        private func optionalName(_ name: String) -> String {
            "optional" + name.prefix(1).uppercased() + name.dropFirst()
        }

        private func optional(_ type: String) -> String {
            type.hasSuffix("?") ? type : "(\(type))?"
        }

        private func access(of modifiers: DeclModifierListSyntax) -> String {
            if modifiers.has("public") || modifiers.has("open") { return "public " }
            return modifiers.has("private") || modifiers.has("fileprivate") ? "fileprivate " : ""
        }

        /// The parameters of a function without default values.
        func parameters(of node: FunctionDeclSyntax) -> String {
            let texts = node.signature.parameterClause.parameters.map { parameter in
                let second = parameter.secondName.map { " " + $0.text } ?? ""
                return parameter.firstName.text + second + ": " + oneLine(parameter.type)
                    + (parameter.ellipsis == nil ? "" : "...")
            }
            return "(" + texts.joined(separator: ", ") + ")"
        }

        /// A call that passes a function's own parameters on; nil if one of them has no name.
        func arguments(of node: FunctionDeclSyntax) -> String? {
            guard node.canPassOnArguments else { return nil }
            var texts: [String] = []
            for parameter in node.signature.parameterClause.parameters {
                let name = (parameter.secondName ?? parameter.firstName).text
                let label = parameter.firstName.text
                let isInout =
                    parameter.type.as(AttributedTypeSyntax.self)?.specifiers
                    .contains { $0.trimmedDescription == "inout" } ?? false
                let value = (isInout ? "&" : "") + name
                texts.append(label == "_" ? value : "\(label): \(value)")
            }
            return "(" + texts.joined(separator: ", ") + ")"
        }
    }
#endif
