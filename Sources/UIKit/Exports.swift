// Container code that imports UIKit expects Foundation, and the geometry, with it.
@_exported public import Foundation
