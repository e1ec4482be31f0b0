import Testing
import UIKit

@MainActor
@Suite(.simulation) struct TextStorageTests {
    @Test func `A change of the storage is a change of the text`() {
        let view = UITextView()
        view.text = "Hello"
        view.textStorage.append(NSAttributedString(string: " there"))
        #expect(view.text == "Hello there" && view.hasText)
        view.attributedText = NSAttributedString(string: "Bye")
        #expect(view.textStorage.string == "Bye" && view.layoutManager.textStorage?.length == 3)
    }

    @Test func `A new text puts the caret at its end`() {
        let view = UITextView()
        view.text = "Hello"
        #expect(view.selectedRange == NSRange(location: 5, length: 0))
        #expect(view.selectedTextRange?.isEmpty == true)
    }

    @Test func `Positions count from the beginning, and a replaced range moves the caret`() throws {
        let field = UITextField()
        field.text = "12:45"
        let start = try #require(field.position(from: field.beginningOfDocument, offset: 3))
        let range = try #require(field.textRange(from: start, to: field.endOfDocument))
        #expect(field.text(in: range) == "45")
        field.replace(range, withText: "7")
        #expect(field.text == "12:7")
        let caret = try #require(field.selectedTextRange)
        #expect(field.offset(from: field.beginningOfDocument, to: caret.start) == 4)
        #expect(field.position(from: caret.start, offset: 1) == nil)
    }

    @Test func `A delegate with a reason hears of the end of editing only with it`() {
        final class Log: NSObject, UITextFieldDelegate {
            var log: [String] = []
            func textFieldDidEndEditing(_ textField: UITextField) { log.append("end") }
            func textFieldDidEndEditing(
                _ textField: UITextField, reason: UITextField.DidEndEditingReason
            ) { log.append("end \(reason)") }
        }
        let (field, log) = (UITextField(), Log())
        field.delegate = log
        field.becomeFirstResponder()
        field.resignFirstResponder()
        #expect(log.log == ["end committed"])
    }
}
