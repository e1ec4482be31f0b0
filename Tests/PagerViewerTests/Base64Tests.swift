import Testing

@testable import PagerViewer

struct Base64Tests {
    /// The texts are the test vectors of RFC 4648.
    @Test(arguments: [
        ("", ""), ("Zg==", "f"), ("Zm8=", "fo"), ("Zm9v", "foo"), ("Zm9vYg==", "foob"),
    ])
    func `Base64 is decoded with and without padding`(text: String, content: String) {
        #expect(Base64.decoded(text) == Array(content.utf8))
    }

    @Test(arguments: ["Zg", "Zg=", "Z===", "Zg==Zg==", "=Zg=", "Zm9v\n", "Zm9-"])
    func `A text that is not Base64 is refused`(text: String) {
        #expect(Base64.decoded(text) == nil)
    }
}
