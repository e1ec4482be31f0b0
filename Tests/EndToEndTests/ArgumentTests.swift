import Foundation
import PagerModel
import PagerWire
import Testing

@testable import pagerctl

@Suite struct ArgumentTests {
    private func params(_ words: String...) throws -> String {
        let type = try #require(Vocabulary.method(words[0]))
        return Value.object(
            try ArgumentReader.read(Array(words.dropFirst()), for: CommandForm(type))
        ).json
    }

    private func status(_ words: String...) -> Int32? {
        guard let type = Vocabulary.method(words[0]) else { return nil }
        do {
            _ = try ArgumentReader.read(Array(words.dropFirst()), for: CommandForm(type))
            return 0
        } catch {
            return error.status
        }
    }

    @Test func `Required fields are positional, options have names`() throws {
        #expect(try params("swipe", "left") == #"{"direction":"left"}"#)
        #expect(
            try params("pager.swipe", "left", "--no-animated", "--id=book")
                == #"{"animated":false,"id":"book","direction":"left"}"#)
        #expect(try params("push", "b", "--id", "nav") == #"{"id":"nav","controller":"b"}"#)
        #expect(try params("push", "null") == #"{"controller":null}"#)
        #expect(try params("advance", "2.5") == #"{"seconds":2.5}"#)
        #expect(try params("next") == "{}")
        #expect(try params("next", "book") == #"{"id":"book"}"#)
        #expect(try params("tree", "home") == #"{"root":"home"}"#)
    }

    @Test func `A number is an index, a word is an id`() throws {
        #expect(try params("select", "3") == #"{"index":3}"#)
        #expect(
            try params("select", "home", "--interactive") == #"{"interactive":true,"page":"home"}"#)
        #expect(try params("tabBar.select", "home") == #"{"controller":"home"}"#)
        #expect(try params("back", "book", "--user") == #"{"user":true,"id":"book"}"#)
        #expect(try params("tabBar.forward") == "{}")
        #expect(try params("pop", "nav", "--count", "2") == #"{"count":2,"id":"nav"}"#)
    }

    @Test(arguments: [
        ("off", "false"), ("true", "true"), ("forward", #""forward""#), ("left", #""left""#),
    ])
    func `The value of an option may be a Boolean or a word`(text: String, value: String) throws {
        let update = try params("update", "book", "--swipeEnabled", text)
        #expect(update == #"{"swipeEnabled":\#(value),"id":"book"}"#)
    }

    @Test func `Lists, sizes and objects are parsed`() throws {
        #expect(try params("setPages", "a", "b", "c") == #"{"pages":["a","b","c"]}"#)
        #expect(try params("setPages", "a,b", "--index", "1") == #"{"index":1,"pages":["a","b"]}"#)
        #expect(try params("setPages", "--pages", "a", "--pages", "b") == #"{"pages":["a","b"]}"#)
        #expect(try params("setPages", "[]") == #"{"pages":[]}"#)
        #expect(
            try params("resize", "w", "390x844")
                == #"{"id":"w","size":{"width":390,"height":844}}"#)
        #expect(
            try params("view.set", "v", "--frame", "0,20,39x84")
                == #"{"frame":{"x":0,"y":20,"width":39,"height":84},"view":"v"}"#)
    }

    @Test func `Options of controllers may be JSON, and known options have types`() throws {
        #expect(
            try params("create", "pager", "--wrap", "--title", "3", "--content", #"{"type":"x"}"#)
                == #"{"wrap":true,"title":"3","content":{"type":"x"},"kind":"pager"}"#)
        #expect(
            try params("create", "chart", "--points", "[1,2]", "--colour", "red")
                == #"{"points":[1,2],"colour":"red","kind":"chart"}"#)
    }

    @Test func `Each kind has its own options; kinds of plugins accept any`() throws {
        #expect(
            try params("create", "page", "--spine", "mid") == #"{"spine":"mid","kind":"page"}"#)
        #expect(status("create", "page", "--wrap") == 64)
        #expect(status("create", "tabBar", "--points", "3") == 64)
        #expect(status("create", "pager", "--duration", "soon") == 64)
        #expect(status("create", "view", "--modalPresentationStyle", "large") == 64)
        #expect(
            try params("create", "chart", "--duration", "soon", "--wrap=7")
                == #"{"duration":"soon","wrap":7,"kind":"chart"}"#)
        #expect(
            try params("update", "book", "--autoAdvance", "null")
                == #"{"autoAdvance":null,"id":"book"}"#)
    }

    @Test func `The help of controller.create lists the options of each kind`() throws {
        let text = Help.text(of: CommandForm(ControllerCreate.self))
        let parts = text.components(separatedBy: "\nOPTIONS of ")
        #expect(
            parts.map { $0.prefix { $0 != "\n" } }.dropFirst() == [
                "every controller", "the kind pager", "the kind tabBar", "the kind navigation",
                "the kind page", "the kind split",
            ])
        #expect(parts[1].contains("\n  modalPresentationStyle "))
        #expect(parts[2].contains("\n  autoAdvance ") && !parts[2].contains("\n  spine "))
        #expect(parts[3].contains("\n  backBehavior "))
        #expect(parts[4].contains("\n  interactivePopEnabled "))
        #expect(parts[5].contains("\n  spine "))
    }

    @Test func `Mistakes are detected before anything is sent, with status 64`() {
        #expect(status("swipe") == 64)
        #expect(status("swipe", "askew") == 64)
        #expect(status("swipe", "left", "right") == 64)
        #expect(status("swipe", "left", "--speed", "3") == 64)
        #expect(status("insert", "a", "first") == 64)
        #expect(status("push", "not an id") == 64)
        #expect(status("resize", "w", "big") == 64)
        #expect(status("set") == nil)
    }

    @Test func `Short names of methods are unique and differ from pagerctl's own verbs`() {
        let short = Vocabulary.methods.compactMap { Vocabulary.alias(of: $0.method) }
        #expect(Set(short).count == short.count)
        #expect(Set(short).isDisjoint(with: Vocabulary.verbs.map(\.name) + Synonym.all.map(\.word)))
        #expect(Vocabulary.method("select")?.method == "pager.select")
        #expect(Vocabulary.method("get")?.method == "controller.get")
        #expect(Vocabulary.method("batch")?.method == "batch")
        for type in Vocabulary.methods {
            guard let alias = Vocabulary.alias(of: type.method) else { continue }
            #expect(Vocabulary.method(alias)?.method == type.method)
        }
        for verb in Vocabulary.verbs { #expect(Vocabulary.method(verb.name) == nil) }
        for synonym in Synonym.all { #expect(Vocabulary.method(synonym.word) == nil) }
        #expect(Vocabulary.method("destroyed") == nil && Vocabulary.method("") == nil)
    }

    @Test func `A synonym is not the name of another method, except show`() {
        let names = Vocabulary.methods.compactMap { $0.method.split(separator: ".").last }
        let words = Synonym.all.map(\.word).filter { names.contains($0[...]) }
        #expect(words == ["show"])
    }

    @Test func `Global options may stand anywhere before --`() throws {
        let (options, rest) = try GlobalOptions.take(
            from: ["--name", "x", "swipe", "left", "--json", "--timeout=2", "--", "--json"])
        #expect(options.name == "x" && options.json && options.timeout == 2)
        #expect(rest == ["swipe", "left", "--", "--json"])
        #expect(throws: Failure.self) { try GlobalOptions.take(from: ["--timeout", "soon"]) }
    }

    @Test func `A topic ends with the subject unless it ends with a dot`() {
        #expect(Topic.prefix("lifecycle") == "lifecycle.")
        #expect(Topic.prefix("lifecycle.home") == "lifecycle.home.")
        #expect(Topic.prefix("lifecycle.home.") == "lifecycle.home.")
        #expect(Topic.prefix("lifecycle.home.viewDidLoad") == "lifecycle.home.viewDidLoad")
        #expect(Topic.prefix("life") == "life")
    }

    @Test func `help lists every option of controllers and every style`() throws {
        let options = try #require(HelpTopic.text("options"))
        for group in OptionFields.groups {
            for field in group.fields { #expect(options.contains("\n  \(field.name) ")) }
        }
        for kind in Kinds.all { #expect(HelpTopic.text(kind.name.description) != nil) }
        let pager = try #require(HelpTopic.text("pager"))
        #expect(pager.contains("\n  autoAdvance ") && pager.contains("\n  pager.next "))
        #expect(!pager.contains("\n  spine "))
        let styles = Help.text(of: CommandForm(TransitionStyles.self))
        for style in TransitionStyle.builtIn { #expect(styles.contains("\n  \(style.name) ")) }
        for style in PresentationStyle.allCases {
            #expect(styles.contains("\n  \(style.rawValue) "))
        }
        #expect(HelpTopic.text("nosuch") == nil)
    }
}
