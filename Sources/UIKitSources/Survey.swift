#if UIKitSources
    import SwiftSyntax

    /// What the files declare, as far as a change in one file depends on another.
    struct Survey {
        struct Class {
            let file: SourceFile
            let closingBrace: AbsolutePosition
            /// The names in the inheritance clause.
            var inherited: Set<String> = []
        }

        /// By the name with which an extension names them, such as `Outer.Inner`.
        var classes: [String: Class] = [:]
        var protocols: Set<String> = []
        /// The names in the inheritance clauses of extensions, by the extended type.
        var extended: [String: Set<String>] = [:]
        /// The optional requirements of protocols: the protocol of each signature.
        var optional: [Signature: String] = [:]
        /// The signatures of members that a subclass overrides.
        var overridden: Set<Signature> = []
        /// The names of variables and constants, some of which may contain closures.
        var variables: Set<String> = []
        /// All functions by their names.
        var functions: [String: [Signature]] = [:]
        /// The types that declare a function which other files can name.
        var owners: [Signature: [String]] = [:]
        /// The names of functions for Objective-C, as `@objc(name)` gives them.
        var selectors: [Signature: String] = [:]
        /// The names that the sources declare themselves.
        var declared: Set<String> = []

        init(_ files: [SourceFile]) {
            for file in files {
                let visitor = SurveyVisitor(file)
                visitor.survey = self
                visitor.walk(file.tree)
                self = visitor.survey
            }
        }

        /// Whether a class, its superclasses or their extensions conform to a protocol, as far as the
        /// sources say so.
        func conforms(_ name: String, to requirement: String) -> Bool {
            var seen: Set<String> = []
            var left = [name]
            while let next = left.popLast() {
                guard seen.insert(next).inserted else { continue }
                let inherited = (classes[next]?.inherited ?? []).union(extended[next] ?? [])
                if inherited.contains(requirement) { return true }
                left += inherited
            }
            return false
        }
    }

    /// The name of a function with its labels. A variable has no labels.
    struct Signature: Hashable {
        let name: String
        let labels: [String]

        init(_ function: FunctionDeclSyntax) {
            name = function.name.text
            labels = function.signature.parameterClause.parameters.map(\.firstName.text)
        }

        init(name: String, labels: [String] = []) { (self.name, self.labels) = (name, labels) }

        /// The name for Objective-C, such as `tapped:` or `pager:didSelect:`.
        var selector: String {
            guard let first = labels.first else { return name }
            let start =
                first == "_"
                ? name
                : name + (first.hasPrefix("with") ? "" : "With") + first.prefix(1).uppercased()
                    + first.dropFirst()
            return ([start] + labels.dropFirst().map { $0 == "_" ? "" : $0 }).map { $0 + ":" }
                .joined()
        }
    }

    private final class SurveyVisitor: SyntaxVisitor {
        private let file: SourceFile
        private var types: [String] = []
        var survey = Survey([])

        init(_ file: SourceFile) {
            self.file = file
            super.init(viewMode: .sourceAccurate)
        }

        private func inherited(_ clause: InheritanceClauseSyntax?) -> [String] {
            clause?.inheritedTypes.map(\.type.trimmedDescription) ?? []
        }

        private func enter(_ name: String) -> SyntaxVisitorContinueKind {
            types.append(name)
            survey.declared.insert(name)
            return .visitChildren
        }

        override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
            let name = (types + [node.name.text]).joined(separator: ".")
            survey.classes[name] = Survey.Class(
                file: file,
                closingBrace: node.memberBlock.rightBrace.positionAfterSkippingLeadingTrivia,
                inherited: Set<String>(inherited(node.inheritanceClause)))
            return enter(node.name.text)
        }

        override func visitPost(_: ClassDeclSyntax) { types.removeLast() }
        override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
            enter(node.name.text)
        }
        override func visitPost(_: StructDeclSyntax) { types.removeLast() }
        override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
            enter(node.name.text)
        }
        override func visitPost(_: EnumDeclSyntax) { types.removeLast() }

        override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
            let name = node.extendedType.trimmedDescription
            survey.extended[name, default: []].formUnion(inherited(node.inheritanceClause))
            types.append(name)
            return .visitChildren
        }

        override func visitPost(_: ExtensionDeclSyntax) { types.removeLast() }

        override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind {
            survey.protocols.insert(node.name.text)
            for member in node.memberBlock.members {
                guard let function = member.decl.as(FunctionDeclSyntax.self), function.isOptional
                else {
                    continue
                }
                survey.optional[Signature(function)] = node.name.text
            }
            return .skipChildren
        }

        override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
            let signature = Signature(node)
            survey.declared.insert(signature.name)
            survey.functions[signature.name, default: []].append(signature)
            if node.modifiers.has("override") {
                survey.overridden.insert(signature)
            } else if !types.isEmpty, !node.modifiers.has("private") {
                survey.owners[signature, default: []].append(types.joined(separator: "."))
            }
            if let name = node.attributes.objcName { survey.selectors[signature] = name }
            return .visitChildren
        }

        override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
            for binding in node.bindings {
                guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
                else {
                    continue
                }
                survey.variables.insert(name)
                survey.declared.insert(name)
                if node.modifiers.has("override") {
                    survey.overridden.insert(Signature(name: name))
                }
            }
            return .visitChildren
        }
    }

    extension FunctionDeclSyntax {
        var isOptional: Bool { modifiers.has("optional") }
    }

    extension DeclModifierListSyntax {
        func has(_ name: String) -> Bool { contains { $0.name.text == name } }
    }

    extension AttributeListSyntax {
        var all: [AttributeSyntax] { compactMap { $0.as(AttributeSyntax.self) } }

        func has(_ name: String) -> Bool {
            all.contains { $0.attributeName.trimmedDescription == name }
        }

        /// The name in `@objc(name)`.
        var objcName: String? {
            let objc = all.first { $0.attributeName.trimmedDescription == "objc" }
            return objc?.arguments?.trimmedDescription
        }
    }
#endif
