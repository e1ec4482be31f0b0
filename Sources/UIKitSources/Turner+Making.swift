#if UIKitSources
    import Foundation
    import SwiftSyntax

    // Objects of classes that are known only at run time. Objective-C finds their initializers; Swift
    // on Linux gets a list of the classes among the sources.

    extension Survey {
        /// The class of UIKit from which a class inherits, or the name itself if it may be one.
        private func base(of name: String) -> String {
            var (current, steps) = (name, 0)
            while let next = classes[current]?.superclass, steps < 32 {
                (current, steps) = (next, steps + 1)
            }
            return current
        }

        private func isView(_ base: String) -> Bool {
            base.wholeMatch(
                of: #/UI\w*(?:View|Button|Label|Control|Field|Bar|Cell|Slider|Switch|Stepper)/#)
                != nil
        }

        private func isController(_ base: String) -> Bool {
            [
                "UIViewController", "UINavigationController", "UITabBarController",
                "UITableViewController", "UISplitViewController",
            ].contains(base)
        }

        func isMade(_ name: String) -> Bool {
            isView(base(of: name)) || isController(base(of: name))
        }

        /// Whether a variable of this name is the class of a view or controller, everywhere.
        func isMetatype(_ name: String) -> Bool {
            guard let bases = metatypes[name], !bases.isEmpty else { return false }
            return bases.allSatisfy { isMade($0) || bounds[$0]?.contains(where: isMade) == true }
        }

        /// Whether a class has an initializer with these labels.
        private func has(_ labels: [String], _ name: String) -> Bool {
            guard let type = classes[name] else {
                if labels == ["frame"] { return isView(name) }
                if labels == ["nibName", "bundle"] { return isController(name) }
                return labels.isEmpty && (isView(name) || isController(name))
            }
            if type.inits.contains(labels) { return true }
            guard let superclass = type.superclass else { return false }
            if !type.hasDesignatedInit { return has(labels, superclass) }
            // A class that overrides the designated initializers inherits the others.
            let own = isView(superclass) ? ["frame"] : ["nibName", "bundle"]
            return labels.isEmpty && type.inits.contains(own)
                && [
                    "UIView", "UIControl", "UIButton", "UILabel", "UIScrollView", "UITextField",
                    "UIViewController", "UITabBarController",
                ].contains(superclass)
        }

        /// The list of the classes, as Swift.
        var madeClasses: String {
            let entries = classes.keys.sorted().filter {
                classes[$0]?.isVisible == true && isMade($0)
            }.compactMap { name -> String? in
                let makers = [
                    has([], name) ? "plain: { \(name)() }" : nil,
                    has(["frame"], name) ? "framed: { \(name)(frame: $0) }" : nil,
                    has(["nibName", "bundle"], name)
                        ? "named: { \(name)(nibName: $0, bundle: $1) }" : nil,
                ].compactMap(\.self)
                return makers.isEmpty
                    ? nil : ".init(\(name).self, \(makers.joined(separator: ", ")))"
            }
            return "\n@MainActor let madeClasses = UIKit.MadeClasses([\n"
                + entries.joined(separator: ",\n") + "])\n"
        }
    }

    extension Turner {
        /// Turns `T()`, `T(frame: x)` and `T.init(nibName: x, bundle: y)` for a type that is known
        /// only at run time.
        func turnMaking(_ node: FunctionCallExprSyntax) {
            let labels = node.arguments.map { $0.label?.text ?? "_" }
            guard [[], ["frame"], ["nibName", "bundle"]].contains(labels),
                node.trailingClosure == nil, let parenthesis = node.leftParen,
                let type = typeAtRunTime(node.calledExpression, labels)
            else { return }
            sources.needsMadeClasses = true
            file.replace(node.calledExpression, with: "madeClasses.make")
            file.replace(parenthesis, with: "(\(type)" + (labels.isEmpty ? "" : ", "))
        }

        private func typeAtRunTime(_ called: ExprSyntax, _ labels: [String]) -> String? {
            if let name = called.as(DeclReferenceExprSyntax.self) {
                return isBound(name.baseName.text, at: called)
                    ? name.baseName.text + ".self" : nil
            }
            guard let member = called.as(MemberAccessExprSyntax.self), let base = member.base else {
                return nil
            }
            if member.declName.baseName.text != "init" {
                return isBoundMember(member) ? member.trimmedDescription + ".self" : nil
            }
            if let name = base.as(DeclReferenceExprSyntax.self)?.baseName.text {
                if name == "self" { return isBound("Self", at: called) ? "self" : nil }
                if name.first?.isLowercase == true, name != "super" {
                    return labels != [] || survey.isMetatype(name) ? name : nil
                }
                return isBound(name, at: called) ? name + ".self" : nil
            }
            guard let nested = base.as(MemberAccessExprSyntax.self) else { return nil }
            return isBoundMember(nested) ? nested.trimmedDescription + ".self" : nil
        }

        private func isBoundMember(_ member: MemberAccessExprSyntax) -> Bool {
            guard member.base != nil, member.declName.baseName.text.first?.isUppercase == true
            else {
                return false
            }
            let name = member.declName.baseName.text
            return !survey.declared.contains(name)
                && survey.bounds[name]?.contains(where: survey.isMade) == true
        }

        /// Whether a name is a generic parameter for classes of views or controllers.
        private func isBound(_ name: String, at node: some SyntaxProtocol) -> Bool {
            var current = node.parent
            while let next = current {
                if name == "Self", let owner = next.asProtocol((any DeclGroupSyntax).self) {
                    return isBoundSelf(owner) && isInStatic(node)
                }
                let clause = next.asProtocol((any WithGenericParametersSyntax).self)
                if let parameter = clause?.genericParameterClause?.parameters.first(where: {
                    $0.name.text == name
                }) {
                    return isBound(parameter, clause?.genericWhereClause)
                }
                if next.is(ExtensionDeclSyntax.self) {
                    return !survey.declared.contains(name) && survey.classes[name] == nil
                        && survey.bounds[name]?.contains(where: survey.isMade) == true
                }
                current = next.parent
            }
            return false
        }

        private func isBound(
            _ parameter: GenericParameterSyntax, _ clause: GenericWhereClauseSyntax?
        ) -> Bool {
            var bounds = parameter.inheritedType.map { [$0.trimmedDescription] } ?? []
            for requirement in clause?.requirements ?? [] {
                guard
                    let conformance = requirement.requirement.as(ConformanceRequirementSyntax.self),
                    conformance.leftType.trimmedDescription == parameter.name.text
                else { continue }
                bounds.append(conformance.rightType.trimmedDescription)
            }
            return bounds.flatMap { $0.split(separator: "&") }
                .contains { survey.isMade($0.trimmingCharacters(in: .whitespaces)) }
        }

        private func isBoundSelf(_ owner: any DeclGroupSyntax) -> Bool {
            if let type = owner.as(ExtensionDeclSyntax.self) {
                let isOfClass = survey.isMade(type.extendedType.trimmedDescription)
                let requirements = type.genericWhereClause?.requirements.trimmedDescription ?? ""
                return isOfClass
                    || requirements.contains(#/Self\s*:\s*(\w+)/#)
                        && survey.bounds["Self"]?.contains(where: survey.isMade) == true
            }
            return owner.as(ClassDeclSyntax.self).map { survey.isMade($0.name.text) } ?? false
        }

        private func isInStatic(_ node: some SyntaxProtocol) -> Bool {
            var current = node.parent
            while let next = current {
                let modifiers = next.asProtocol((any WithModifiersSyntax).self)?.modifiers
                if next.is(FunctionDeclSyntax.self) || next.is(VariableDeclSyntax.self),
                    let modifiers
                {
                    if modifiers.has("static") || modifiers.has("class") { return true }
                }
                if next.is(MemberBlockSyntax.self) { return false }
                current = next.parent
            }
            return false
        }

        // MARK: Initializers of views

        /// Adds `init()` to a class that overrides only `init(frame:)` where UIKit lets it have it.
        func addPlainInit(_ node: ClassDeclSyntax) {
            let name = types.joined(separator: ".")
            guard let type = survey.classes[name], let superclass = type.superclass,
                ["UIImageView", "UISegmentedControl", "UIWindow"].contains(superclass),
                type.inits.contains(["frame"]), !type.inits.contains([])
            else { return }
            let isPublic = node.modifiers.has("public") || node.modifiers.has("open")
            let frame = superclass == "UIWindow" ? "UIKit.UIScreen.main.bounds" : ".zero"
            file.insert(
                " \(isPublic ? "public " : "")convenience init() { self.init(frame: \(frame)) };",
                at: node.memberBlock.leftBrace.endPositionBeforeTrailingTrivia)
        }

        /// Adds to `override class var layerClass` a function that makes the layer.
        func addMakeLayer(_ node: VariableDeclSyntax) {
            guard let binding = node.bindings.first,
                binding.pattern.trimmedDescription == "layerClass",
                node.modifiers.has("class") || node.modifiers.has("static"),
                node.modifiers.has("override"),
                let found = binding.accessorBlock?.trimmedDescription.firstMatch(
                    of: #/^\{\s*(?:get\s*\{\s*)?(?:return\s+)?([\w.]+)\.self\s*\}/#)
            else { return }
            let layer = String(found.1)
            if let type = survey.classes[layer], type.hasDesignatedInit, !type.inits.contains([]) {
                return
            }
            let isPublic = node.modifiers.has("public") || node.modifiers.has("open")
            file.insert(
                "; override \(isPublic ? "public " : "")class func makeLayer() -> UIKit.CALayer "
                    + "{ \(layer)() }", at: node.endPositionBeforeTrailingTrivia)
        }
    }
#endif
