#if UIKitSources
    import Foundation
    import SwiftSyntax

    /// What the files declare, as far as a change in one file depends on another.
    struct Survey {
        struct Class {
            let file: SourceFile
            let closingBrace: AbsolutePosition
            /// The names in the inheritance clause.
            var inherited: Set<String> = []
            var superclass: String?
            var hasDesignatedInit = false
            /// The labels of its initializers, without those that it declares unavailable.
            var inits: Set<[String]> = []
            /// Whether code outside its file can name it, and it has no generic parameters.
            var isVisible = true
            /// Whether the class overrides the initializer with which lists make their cells.
            var overridesCellInit = false
        }

        /// By the name with which an extension names them, such as `Outer.Inner`.
        var classes: [String: Class] = [:]
        var protocols: Set<String> = []
        /// The names in the inheritance clauses of extensions, by the extended type.
        var extended: [String: Set<String>] = [:]
        /// The optional requirements of protocols: the protocol of each signature.
        var optional: [Signature: String] = [:]
        /// The names of those whose result becomes optional.
        var optionalWithResult: Set<String> = []
        /// The optional variables of protocols, by their names.
        var optionalVariables: [String: (requirement: String, type: String)] = [:]
        /// The protocols that require `init()`.
        var protocolsWithInit: Set<String> = []
        /// The classes that override a function.
        var overriders: [Signature: [String]] = [:]
        /// The signatures of members that a subclass overrides.
        var overridden: Set<Signature> = []
        /// The names of variables and constants, some of which may contain closures.
        var variables: Set<String> = []
        /// All functions by their names.
        var functions: [String: [Signature]] = [:]
        /// The types that declare a function which other files can name.
        var owners: [Signature: [String]] = [:]
        /// The types that declare a variable.
        var ownersOfVariables: [Signature: [String]] = [:]
        /// The names of functions for Objective-C, as `@objc(name)` gives them.
        var selectors: [Signature: String] = [:]
        /// What generic parameters and associated types inherit from, by their names.
        var bounds: [String: Set<String>] = [:]
        /// What the types of variables and parameters are, such as `UIView` for `UIView.Type`.
        var metatypes: [String: Set<String>] = [:]
        /// The names that the sources declare themselves.
        var declared: Set<String> = []

        /// The structures, enumerations and protocols, whose members no class overrides.
        fileprivate var otherTypes: Set<String> = []
        /// The functions that extensions of classes of UIKit have.
        private var foreign: Set<Signature> = []
        fileprivate var functionsOfExtensions: [(type: String, signature: Signature)] = []

        init(_ files: [SourceFile]) {
            for file in files {
                let visitor = SurveyVisitor(file)
                visitor.survey = self
                visitor.walk(file.tree)
                self = visitor.survey
            }
            for function in functionsOfExtensions where isClassOfUIKit(function.type) {
                foreign.insert(function.signature)
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

    extension Survey {
        /// Whether an extended type seems to be a class of UIKit or Foundation.
        private func isClassOfUIKit(_ type: String) -> Bool {
            classes[type] == nil && !otherTypes.contains(type)
                && type.starts(with: #/(?:UI|NS|CA|WK|MK|AV|SK|SCN)[A-Z]/#)
        }

        /// What each NSObject has: an override of it is one everywhere.
        private static let ofNSObject: Set<Signature> = [
            Signature(name: "description"), Signature(name: "debugDescription"),
            Signature(name: "hash"), Signature(name: "isEqual", labels: ["_"]),
        ]

        /// The superclasses of a class, nearest first, as far as the sources say so. The last one
        /// may be a class of UIKit.
        func superclasses(of name: String) -> [String] {
            var found: [String] = []
            var current = name
            while let type = classes[current] {
                let known = type.inherited.first { classes[$0] != nil && !found.contains($0) }
                guard let next = known ?? type.inherited.first(where: { cellInits[$0] != nil })
                else { break }
                found.append(next)
                current = next
            }
            return found
        }

        /// The class of UIKit's lists from which a class inherits, if Swift needs an initializer
        /// of it that the class does not inherit.
        func cellClassWithoutInit(_ name: String) -> String? {
            guard let type = classes[name], type.hasDesignatedInit,
                let base = superclasses(of: name).last, cellInits[base] != nil
            else { return nil }
            let nearest = superclasses(of: name).first ?? base
            let lacks = nearest != base && cellClassWithoutInit(nearest) != nil
            return type.overridesCellInit && !lacks ? nil : base
        }

        /// The classes that override a function which only an extension of a class of UIKit has.
        func rootOverriders(of signature: Signature) -> [String] {
            (overriders[signature] ?? []).filter { name in
                let above = superclasses(of: name)
                return !above.contains { overriders[signature]?.contains($0) == true }
                    && !above.contains { owners[signature]?.contains($0) == true }
                    && !above.contains { ownersOfVariables[signature]?.contains($0) == true }
            }
        }

        func isDispatched(_ signature: Signature) -> Bool {
            foreign.contains(signature) && !Self.ofNSObject.contains(signature)
                && !rootOverriders(of: signature).isEmpty
        }

        /// Whether the protocol is one to which NSObject is extended, with `init()`, which only a
        /// required initializer could satisfy.
        func dropsInit(_ name: String) -> Bool {
            protocolsWithInit.contains(name) && extended["NSObject"]?.contains(name) == true
        }
    }

    /// The labels of the initializers with which lists make cells, by the classes of UIKit.
    let cellInits: [String: [String]] = [
        "UICollectionViewCell": ["frame"], "UICollectionReusableView": ["frame"],
        "UITableViewCell": ["style", "reuseIdentifier"],
        "UITableViewHeaderFooterView": ["reuseIdentifier"],
    ]

    /// The name of a function with its labels. A variable has no labels.
    struct Signature: Hashable {
        let name: String
        let labels: [String]

        /// A name for the function that no other one has.
        var identifier: String {
            ([name] + labels.map { $0 == "_" ? "" : $0 }).joined(separator: "_")
        }

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
                inherited: Set<String>(inherited(node.inheritanceClause)),
                superclass: inherited(node.inheritanceClause).first,
                isVisible: isVisible(node))
            return enter(node.name.text)
        }

        override func visitPost(_: ClassDeclSyntax) { types.removeLast() }
        override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
            survey.otherTypes.insert((types + [node.name.text]).joined(separator: "."))
            return enter(node.name.text)
        }
        override func visitPost(_: StructDeclSyntax) { types.removeLast() }
        override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
            survey.otherTypes.insert((types + [node.name.text]).joined(separator: "."))
            return enter(node.name.text)
        }
        override func visitPost(_: EnumDeclSyntax) { types.removeLast() }

        override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
            let name = node.extendedType.trimmedDescription
            survey.extended[name, default: []].formUnion(inherited(node.inheritanceClause))
            for member in node.memberBlock.members {
                if let variable = member.decl.as(VariableDeclSyntax.self),
                    !variable.modifiers.has("override"), !variable.modifiers.has("static"),
                    let binding = variable.bindings.first, binding.typeAnnotation != nil
                {
                    survey.functionsOfExtensions.append(
                        (name, Signature(name: binding.pattern.trimmedDescription)))
                }
                guard let function = member.decl.as(FunctionDeclSyntax.self),
                    !function.modifiers.has("override"), !function.modifiers.has("static"),
                    function.canPassOnArguments
                else { continue }
                survey.functionsOfExtensions.append((name, Signature(function)))
            }
            types.append(name)
            return .visitChildren
        }

        override func visitPost(_: ExtensionDeclSyntax) { types.removeLast() }

        override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind {
            survey.protocols.insert(node.name.text)
            survey.otherTypes.insert(node.name.text)
            for member in node.memberBlock.members {
                if let type = member.decl.as(AssociatedTypeDeclSyntax.self) {
                    noteBounds(of: type)
                }
                if let initializer = member.decl.as(InitializerDeclSyntax.self),
                    initializer.signature.parameterClause.parameters.isEmpty
                {
                    survey.protocolsWithInit.insert(node.name.text)
                }
                if let variable = member.decl.as(VariableDeclSyntax.self),
                    variable.modifiers.has("optional"), let binding = variable.bindings.first,
                    let type = binding.typeAnnotation?.type.trimmedDescription
                {
                    survey.optionalVariables[binding.pattern.trimmedDescription] = (
                        node.name.text, type
                    )
                }
                guard let function = member.decl.as(FunctionDeclSyntax.self), function.isOptional
                else {
                    continue
                }
                survey.optional[Signature(function)] = node.name.text
                if let type = function.signature.returnClause?.type,
                    !type.is(OptionalTypeSyntax.self),
                    !["Void", "()", "Swift.Void"].contains(type.trimmedDescription)
                {
                    survey.optionalWithResult.insert(function.name.text)
                }
            }
            return .skipChildren
        }

        override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
            let signature = Signature(node)
            if !node.modifiers.has("override") { survey.declared.insert(signature.name) }
            survey.functions[signature.name, default: []].append(signature)
            if node.modifiers.has("override") {
                survey.overridden.insert(signature)
                survey.overriders[signature, default: []].append(types.joined(separator: "."))
            } else if !types.isEmpty, !node.modifiers.has("private") {
                survey.owners[signature, default: []].append(types.joined(separator: "."))
            }
            if let name = node.attributes.objcName { survey.selectors[signature] = name }
            return .visitChildren
        }

        private func isVisible(_ node: ClassDeclSyntax) -> Bool {
            var current: Syntax? = Syntax(node)
            while let next = current {
                if next.is(CodeBlockSyntax.self) { return false }
                if let modifiers = next.asProtocol((any WithModifiersSyntax).self)?.modifiers,
                    modifiers.has("private") || modifiers.has("fileprivate")
                {
                    return false
                }
                if next.asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause
                    != nil
                {
                    return false
                }
                if let attributes = next.asProtocol((any WithAttributesSyntax).self)?.attributes,
                    attributes.has("available")
                {
                    return false
                }
                current = next.parent
            }
            return true
        }

        override func visit(_ node: MetatypeTypeSyntax) -> SyntaxVisitorContinueKind {
            let base = node.baseType.trimmedDescription
            if let parameter = node.parent?.as(FunctionParameterSyntax.self) {
                let name = (parameter.secondName ?? parameter.firstName).text
                survey.metatypes[name, default: []].insert(base)
            } else if let binding = node.parent?.parent?.as(PatternBindingSyntax.self) {
                survey.metatypes[binding.pattern.trimmedDescription, default: []].insert(base)
            }
            return .visitChildren
        }

        override func visit(_ node: GenericParameterSyntax) -> SyntaxVisitorContinueKind {
            noteBounds(node.name.text, node.inheritedType)
            return .visitChildren
        }

        private func noteBounds(of node: AssociatedTypeDeclSyntax) {
            for type in node.inheritanceClause?.inheritedTypes ?? [] {
                noteBounds(node.name.text, type.type)
            }
        }

        override func visit(_ node: ConformanceRequirementSyntax) -> SyntaxVisitorContinueKind {
            noteBounds(node.leftType.trimmedDescription, node.rightType)
            return .visitChildren
        }

        private func noteBounds(_ name: String, _ type: TypeSyntax?) {
            guard let type else { return }
            let names = type.trimmedDescription.split(separator: "&")
            for bound in names {
                survey.bounds[name, default: []].insert(
                    bound.trimmingCharacters(in: .whitespaces))
            }
        }

        override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind {
            let name = types.joined(separator: ".")
            let labels = node.signature.parameterClause.parameters.map(\.firstName.text)
            if !node.attributes.has("available") {
                let hasDefaults = node.signature.parameterClause.parameters.allSatisfy {
                    $0.defaultValue != nil
                }
                survey.classes[name]?.inits.insert(labels)
                if hasDefaults { survey.classes[name]?.inits.insert([]) }
            }
            guard !node.modifiers.has("convenience") else { return .visitChildren }
            survey.classes[name]?.hasDesignatedInit = true
            if cellInits.values.contains(labels) { survey.classes[name]?.overridesCellInit = true }
            return .visitChildren
        }

        override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
            for binding in node.bindings {
                guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
                else {
                    continue
                }
                survey.variables.insert(name)
                if !node.modifiers.has("override") { survey.declared.insert(name) }
                let signature = Signature(name: name)
                if node.modifiers.has("override") {
                    survey.overridden.insert(signature)
                    survey.overriders[signature, default: []].append(
                        types.joined(separator: "."))
                } else if node.parent?.is(MemberBlockItemSyntax.self) == true, !types.isEmpty {
                    survey.ownersOfVariables[signature, default: []].append(
                        types.joined(separator: "."))
                }
            }
            return .visitChildren
        }
    }

    extension FunctionDeclSyntax {
        var isOptional: Bool { modifiers.has("optional") }

        /// Whether another function can call this one with its own parameters.
        var canPassOnArguments: Bool {
            signature.parameterClause.parameters.allSatisfy {
                ($0.secondName ?? $0.firstName).text != "_" && $0.ellipsis == nil
            }
        }
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
