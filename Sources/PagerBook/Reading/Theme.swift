internal import PagerModel

/// The appearance of pages in the viewer: a built-in theme, and the properties that differ from it.
struct Theme: FieldObject {
    /// The built-in themes of the viewer.
    enum Base: String, FieldEnumeration { case plain, night, paper }
    enum Scheme: String, FieldEnumeration { case light, dark }
    enum Alignment: String, FieldEnumeration { case start, center }
    enum Fit: String, FieldEnumeration { case page, scroll }

    /// The colours of a theme. Each value is a CSS colour.
    struct Colors: FieldObject {
        var background: String?
        var text: String?
        var muted: String?
        var accent: String?
        var line: String?
        var raised: String?

        mutating func visit(_ v: inout some FieldVisitor) {
            v.field("background", &background, "the colour behind pages")
            v.field("text", &text, "the colour of text and headings")
            v.field("muted", &muted, "the colour of quotations and table heads")
            v.field("accent", &accent, "the colour of links, bullets and selected tabs")
            v.field("line", &line, "the colour of lines in rules and tables")
            v.field("raised", &raised, "the colour behind code and of bars")
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

    mutating func visit(_ v: inout some FieldVisitor) {
        v.field("base", &base, "the built-in theme that this one changes")
        v.field("scheme", &scheme, "the colour scheme; null: that of the theme or the system")
        v.field("colors", &colors, "CSS colours")
        v.field("font", &font, "font names in order of preference")
        v.field("headings", &headings, "font names for headings")
        v.field("code", &code, "font names for code")
        v.field("align", &align, "the alignment of text; null: start")
        v.field("logo", &logo, "a picture in the corner: a path or an address")
        v.field("picture", &picture, "a picture behind text: a path or an address")
        v.field("lang", &lang, "the language of the text, such as de or en-GB")
        v.field("numbers", &numbers, "whether a page shows its number")
        v.field("progress", &progress, "whether a page has a bar that shows the progress")
        v.field("incremental", &incremental, "whether list items appear one after the other")
        v.field(
            "fit", &fit,
            "page: scaled to fit the page, the default; scroll: unscaled, with scrolling")
    }

    /// The schema of a theme: the name of a built-in theme, or an object.
    static var jsonSchema: Value {
        ["anyOf": [Base.schema.jsonSchema, schema.jsonSchema]]
    }
}
