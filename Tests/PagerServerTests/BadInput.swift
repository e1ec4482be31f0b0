import PagerModel
import PagerWire
import Testing

/// A message that must be refused, with the expected error.
struct BadInput: CustomTestStringConvertible, Sendable {
    let name: String
    let message: [UInt8]
    /// The code, name and place of the error.
    let refusal: String
    /// The id of the reply.
    var id: Value = .null

    var testDescription: String { name }

    init(_ name: String, _ message: [UInt8], _ refusal: String) {
        self.name = name
        self.message = message
        self.refusal = refusal
    }

    init(_ name: String, _ text: String, _ refusal: String, id: Value = .null) {
        self.init(name, Array(text.utf8), refusal)
        self.id = id
    }

    /// A complete request with the id 7.
    init(calling method: String, _ params: String, _ refusal: String) {
        self.init(
            "\(method) \(params)",
            #"{"jsonrpc":"2.0","id":7,"method":"\#(method)","params":\#(params)}"#, refusal, id: 7)
    }

    private static let deep = 10_000
    private static let tenMegabytes = 10 << 20

    static let messages: [BadInput] = [
        BadInput("nothing", "", "-32700 parseError"),
        BadInput("half a message", #"{"jsonrpc":"2.0","#, "-32700 parseError"),
        BadInput(
            "bad UTF-8",
            Array(#"{"jsonrpc":"2.0","id":7,"method":""#.utf8) + [0xC3, 0x28]
                + Array(#""}"#.utf8), "-32700 parseError"),
        BadInput(
            "half a surrogate", #"{"jsonrpc":"2.0","id":7,"method":"\ud800"}"#,
            "-32700 parseError"),
        BadInput(
            "10 MB", [UInt8](repeating: UInt8(ascii: " "), count: tenMegabytes),
            "-32000 tooLarge"),
        BadInput(
            "arrays 10,000 deep",
            [UInt8](repeating: UInt8(ascii: "["), count: deep)
                + [UInt8](repeating: UInt8(ascii: "]"), count: deep), "-32700 parseError"),
        BadInput(
            "objects 10,000 deep", String(repeating: #"{"a":"#, count: deep),
            "-32700 parseError"),
        BadInput(
            "a name twice", #"{"jsonrpc":"2.0","id":7,"id":8,"method":"server.ping"}"#,
            "-32700 parseError"),
        BadInput(
            "something after it", #"{"jsonrpc":"2.0","id":7,"method":"server.ping"} x"#,
            "-32700 parseError"),
        BadInput("an endless number", "1e999", "-32700 parseError"),
        BadInput(
            "an array", #"[{"jsonrpc":"2.0","id":7,"method":"server.ping"}]"#,
            "-32600 invalidRequest"),
        BadInput("a number", "7", "-32600 invalidRequest"),
        BadInput("an empty object", "{}", "-32600 invalidRequest at jsonrpc"),
        BadInput(
            "another version", #"{"jsonrpc":"1.0","id":7,"method":"server.ping"}"#,
            "-32600 invalidRequest at jsonrpc", id: 7),
        BadInput(
            "no method", #"{"jsonrpc":"2.0","id":7}"#, "-32600 invalidRequest at method", id: 7),
        BadInput(
            "a number as method", #"{"jsonrpc":"2.0","id":7,"method":1}"#,
            "-32600 invalidRequest at method", id: 7),
        BadInput(
            "an object as id", #"{"jsonrpc":"2.0","id":{},"method":"server.ping"}"#,
            "-32600 invalidRequest at id"),
        BadInput(
            "an unknown member", #"{"jsonrpc":"2.0","id":7,"method":"server.ping","x":1}"#,
            "-32600 invalidRequest at x", id: 7),
        BadInput(
            "a client of other characters",
            #"{"jsonrpc":"2.0","id":7,"method":"server.ping","client":"a b"}"#,
            "-32600 invalidRequest at client", id: 7),
        BadInput(
            "an empty client", #"{"jsonrpc":"2.0","id":7,"method":"server.ping","client":""}"#,
            "-32600 invalidRequest at client", id: 7),
        BadInput(
            "a number as client", #"{"jsonrpc":"2.0","id":7,"method":"server.ping","client":7}"#,
            "-32600 invalidRequest at client", id: 7),
    ]

    static let requests: [BadInput] = [
        BadInput(calling: "pager.fly", "{}", "-32601 methodNotFound"),
        BadInput(calling: "server.ping", "[]", "-32602 invalidParams at params"),
        BadInput(calling: "server.ping", #""x""#, "-32602 invalidParams at params"),
        BadInput(calling: "server.ping", "null", "-32602 invalidParams at params"),
        BadInput(calling: "server.ping", #"{"colour":1}"#, "-32602 invalidParams at colour"),
        BadInput(calling: "server.ping", #"{"trace":"yes"}"#, "-32602 invalidParams at trace"),
        BadInput(
            calling: "server.ping", #"{"ifRevision":"1"}"#, "-32602 invalidParams at ifRevision"),
        BadInput(
            calling: "server.describe", #"{"method":"x.y"}"#, "-32601 methodNotFound at method"),
        BadInput(calling: "controller.create", "{}", "-32602 invalidParams at kind"),
        BadInput(calling: "controller.create", #"{"kind":5}"#, "-32602 invalidParams at kind"),
        BadInput(
            calling: "controller.create", #"{"kind":"spaceship"}"#, "-32000 kindUnknown at kind"),
        BadInput(
            calling: "controller.create", #"{"kind":"view","wrap":true}"#,
            "-32602 invalidParams at wrap"),
        BadInput(
            calling: "controller.create", #"{"id":"a","kind":"view"}"#, "-32000 idTaken at id"),
        BadInput(
            calling: "controller.create", #"{"id":"a b","kind":"view"}"#,
            "-32000 invalidIdentifier at id"),
        BadInput(
            calling: "controller.create",
            #"{"kind":"view","on":{"viewDidLoad":[{"method":"server.ping"}]}}"#,
            "-32602 invalidParams at on.viewDidLoad[0].method"),
        BadInput(
            calling: "window.create", #"{"size":{"width":"wide","height":1}}"#,
            "-32602 invalidParams at size.width"),
        BadInput(
            calling: "controller.addChild", #"{"parent":"child","child":"parent"}"#,
            "-32000 wouldCreateCycle at child"),
        BadInput(
            calling: "controller.addChild", #"{"parent":"parent","child":"parent"}"#,
            "-32000 wouldCreateCycle at child"),
        BadInput(calling: "controller.get", #"{"id":"nobody"}"#, "-32000 controllerNotFound at id"),
        BadInput(calling: "window.get", #"{"id":"a"}"#, "-32000 windowNotFound at id"),
        BadInput(calling: "view.get", #"{"view":"w"}"#, "-32000 viewNotFound at view"),
        BadInput(calling: "transition.get", #"{"id":"t99"}"#, "-32000 transitionNotFound at id"),
        BadInput(
            calling: "pager.setPages", #"{"id":"book","pages":["a","nobody"]}"#,
            "-32000 controllerNotFound at pages[1]"),
        BadInput(
            calling: "pager.setPages", #"{"id":"book","pages":["a","a"]}"#,
            "-32000 duplicateController at pages[1]"),
        BadInput(
            calling: "pager.select", #"{"id":"book","index":9}"#, "-32000 indexOutOfRange at index"),
        BadInput(calling: "pager.select", #"{"id":"a","index":0}"#, "-32000 wrongKind at id"),
        BadInput(calling: "tabBar.select", #"{"index":0}"#, "-32602 invalidParams at id"),
        BadInput(calling: "events.replay", #"{"since":-1}"#, "-32000 invalidArgument at since"),
        BadInput(
            calling: "events.replay", #"{"since":0,"limit":0}"#, "-32000 invalidArgument at limit"),
        BadInput(calling: "state.snapshot", #"{"after":"x"}"#, "-32000 invalidArgument at after"),
        BadInput(calling: "clock.advance", #"{"seconds":-1}"#, "-32000 invalidArgument at seconds"),
        BadInput(calling: "batch", #"{"commands":7}"#, "-32602 invalidParams at commands"),
        BadInput(
            calling: "batch", #"{"atomic":true,"commands":[{"method":"server.ping"}]}"#,
            "-32601 methodNotFound at commands[0].method"),
    ]

    /// Numbers at the limits of machine integers and beyond, which would crash a careless daemon.
    static let numbers: [BadInput] = [
        BadInput(
            calling: "server.ping", #"{"ifRevision":1e300}"#, "-32602 invalidParams at ifRevision"),
        BadInput(
            calling: "events.replay", #"{"since":-9223372036854775807}"#,
            "-32602 invalidParams at since"),
        BadInput(
            calling: "events.replay", #"{"since":-9223372036854775808}"#,
            "-32602 invalidParams at since"),
        BadInput(
            calling: "events.replay", #"{"since":0,"limit":9223372036854775807}"#,
            "-32602 invalidParams at limit"),
        BadInput(calling: "events.replay", #"{"since":1e308}"#, "-32602 invalidParams at since"),
        BadInput(
            calling: "clock.advance", #"{"seconds":1e308}"#, "-32000 invalidArgument at seconds"),
        BadInput(
            calling: "state.snapshot", #"{"limit":9007199254740991}"#,
            "-32000 invalidArgument at limit"),
        BadInput(
            calling: "window.create", #"{"size":{"width":1e308,"height":-1}}"#,
            "-32000 invalidArgument at size"),
        BadInput(
            calling: "controller.create", #"{"kind":"pager","offscreenLimit":9007199254740991}"#,
            "-32001 limitExceeded at offscreenLimit"),
        BadInput(
            calling: "controller.create", #"{"kind":"pager","autoAdvance":1e308}"#,
            "-32000 invalidArgument at autoAdvance"),
        BadInput(
            calling: "controller.create", #"{"kind":"pager","duration":-1}"#,
            "-32000 invalidArgument at duration"),
    ]
}
