internal import PagerModel

/// The appearance of pages in the viewer: a built-in theme, and the differences from it.
struct Theme: FieldObject {
    /// The themes that the viewer has.
    enum Base: String, FieldEnumeration { case plain, night, paper }
    enum Scheme: String, FieldEnumeration { case light, dark }
    enum Alignment: String, FieldEnumeration { case start, center }
    enum Fit: String, FieldEnumeration { case page, scroll }

    /// CSS colours.
    struct Colors: FieldObject {
        var background: String?
        var text: String?
        var muted: String?
        var accent: String?
        var line: String?
        var raised: String?

        mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
            try visitor.optional("background", &background, "of the pages")
            try visitor.optional("text", &text, "of text and headings")
            try visitor.optional("muted", &muted, "of quotations and heads of tables")
            try visitor.optional("accent", &accent, "of links, bullets and selected tabs")
            try visitor.optional("line", &line, "of rules and tables")
            try visitor.optional("raised", &raised, "behind code and in bars")
        }
    }

    var base: Base?
    var scheme: Scheme?
    var colors: Colors?
    var font: String?
    var headings: String?
    var code: String?
    var align: Alignment?
    var logo: String?
    var picture: String?
    var lang: String?
    var fit: Fit?
    var numbers: Bool?
    var progress: Bool?
    var incremental: Bool?

    mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.optional("base", &base, "the built-in theme that this one changes")
        try visitor.optional("scheme", &scheme, "null: as the theme or the system has it")
        try visitor.optional("colors", &colors, "CSS colours")
        try visitor.optional("font", &font, "names of fonts that the screen has, by preference")
        try visitor.optional("headings", &headings, "the same for headings")
        try visitor.optional("code", &code, "the same for code")
        try visitor.optional("align", &align, "the alignment of text; null: start")
        try visitor.optional("logo", &logo, "a picture in the corner: a path or an address")
        try visitor.optional("picture", &picture, "a picture behind text: a path or an address")
        try visitor.optional("lang", &lang, "the language of the text, such as de or en-GB")
        try visitor.optional("numbers", &numbers, "whether a page shows its number")
        try visitor.optional("progress", &progress, "whether a page shows how much has been shown")
        try visitor.optional(
            "incremental", &incremental, "whether the items of lists appear one after the other")
        try visitor.optional(
            "fit", &fit, "page: as large as fits, the default; scroll: at one size, to be scrolled")
    }

    /// The name of a built-in theme, or an object.
    static var jsonSchema: Value {
        ["anyOf": [Base.schema.jsonSchema, schema.jsonSchema]]
    }
}
