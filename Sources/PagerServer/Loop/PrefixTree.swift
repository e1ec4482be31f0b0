/// A model of libzmq's tree of subscription prefixes, with which the daemon computes the tree's
/// size.
///
/// Each byte is a node below the preceding byte, and prefixes share the nodes of their common
/// beginning. When a connection ends, libzmq visits the whole tree. At a node with several
/// children, it visits each byte value between the lowest and the highest byte of the children.
struct PrefixTree {
    private struct Node {
        var byte: UInt8 = 0
        /// The index of the node's first child, or 0 if it has none.
        var firstChild: Int32 = 0
        /// The index of the next child of the same parent, or 0 if this is the last child.
        var nextSibling: Int32 = 0
        /// The number of prefixes that end at this node.
        var count: Int32 = 0
    }

    private var nodes = [Node()]
    private var free: [Int32] = []
    /// The number of table entries that libzmq reads when it walks through its tree of prefixes. A
    /// node has one entry for each byte value between its lowest and its highest child, even if
    /// no child has this value. The root itself is not counted.
    private(set) var places = 0

    /// Adds a prefix. O(bytes), or up to 256 times as much where many prefixes diverge.
    mutating func add(_ prefix: [UInt8]) {
        var node: Int32 = 0
        for byte in prefix {
            if let child = child(byte, of: node) {
                node = child
            } else {
                node = addChild(byte, to: node)
            }
        }
        nodes[Int(node)].count += 1
    }

    /// Removes a previously added prefix. The complexity is that of `add`.
    mutating func remove(_ prefix: [UInt8]) {
        var path: [Int32] = [0]
        for byte in prefix {
            guard let child = child(byte, of: path[path.count - 1]) else { return }
            path.append(child)
        }
        nodes[Int(path[path.count - 1])].count -= 1
        while path.count > 1, let node = path.popLast(), nodes[Int(node)].count == 0,
            nodes[Int(node)].firstChild == 0
        {
            removeChild(node, of: path[path.count - 1])
        }
    }

    private func child(_ byte: UInt8, of node: Int32) -> Int32? {
        var child = nodes[Int(node)].firstChild
        while child != 0, nodes[Int(child)].byte != byte { child = nodes[Int(child)].nextSibling }
        return child == 0 ? nil : child
    }

    private mutating func addChild(_ byte: UInt8, to node: Int32) -> Int32 {
        places -= span(of: node)
        let new = Node(byte: byte, nextSibling: nodes[Int(node)].firstChild)
        let child = free.popLast() ?? Int32(nodes.count)
        if Int(child) == nodes.count { nodes.append(new) } else { nodes[Int(child)] = new }
        nodes[Int(node)].firstChild = child
        places += span(of: node)
        return child
    }

    private mutating func removeChild(_ child: Int32, of node: Int32) {
        places -= span(of: node)
        let next = nodes[Int(child)].nextSibling
        if nodes[Int(node)].firstChild == child {
            nodes[Int(node)].firstChild = next
        } else {
            var sibling = nodes[Int(node)].firstChild
            while nodes[Int(sibling)].nextSibling != child {
                sibling = nodes[Int(sibling)].nextSibling
            }
            nodes[Int(sibling)].nextSibling = next
        }
        free.append(child)
        places += span(of: node)
    }

    /// Returns the number of byte values that libzmq visits to reach the children of a node.
    private func span(of node: Int32) -> Int {
        var child = nodes[Int(node)].firstChild
        if child == 0 { return 0 }
        var (lowest, highest) = (UInt8.max, UInt8.min)
        while child != 0 {
            lowest = min(lowest, nodes[Int(child)].byte)
            highest = max(highest, nodes[Int(child)].byte)
            child = nodes[Int(child)].nextSibling
        }
        return Int(highest - lowest) + 1
    }
}
