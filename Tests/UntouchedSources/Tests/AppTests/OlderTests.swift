import Testing
import UIKit

@MainActor
@Suite(.simulation) struct OlderTests {
    @Test func `Members that Objective-C finds at run time are read from values`() {
        let ruler = Ruler()
        let frame = CGRect(x: 0, y: 0, width: 10, height: 30)
        #expect(ruler.height(of: [.newKey: frame]) == 30)
        #expect(ruler.height(of: [.newKey: NSValue(cgRect: frame)]) == 30)
        #expect(ruler.height(of: [.oldKey: CGPoint(x: 1, y: 2)]) == 2)
    }

    @Test func `Older names, paths and namespaces compile beside a file for SwiftUI`() {
        let ruler = Ruler()
        #expect(ruler.attributes()[.font] as? UIFont == UIFont.systemFont(ofSize: 12))
        let rect = CGRect(x: 1, y: 2, width: 3, height: 4)
        #expect(ruler.outline(of: rect).boundingBox == rect)
        #expect(CGFloat(3).distance(from: 5) == 2)
        #expect(UIColor.themed.accent == .red)
    }
}
