import PagerModel
import Testing

@testable import PagerViewer

@Suite struct AudienceCopyTests {
    @Test func `Notes of a content are removed at any depth`() {
        let value: Value = [
            "controllers": [["id": "a", "content": ["type": "t", "notes": "secret"]]],
            "on": [["params": ["content": ["notes": "secret", "body": "b"]]]],
        ]
        let copy: Value = [
            "controllers": [["id": "a", "content": ["type": "t"]]],
            "on": [["params": ["content": ["body": "b"]]]],
        ]
        #expect(AudienceCopy.of(value) == copy)
    }

    @Test func `Notes of a fallback are removed`() {
        let value: Value = ["content": ["url": "u", "fallback": ["body": "b", "notes": "secret"]]]
        #expect(AudienceCopy.of(value) == ["content": ["url": "u", "fallback": ["body": "b"]]])
    }

    @Test func `A message without notes is not copied`() {
        #expect(AudienceCopy.of(["content": ["body": "notes"], "notes": "no content"]) == nil)
    }
}
