// Geometry, colours and paths are in the module UIKit; code that imports this name finds them there.
@_exported public import UIKit
