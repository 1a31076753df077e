import { isSpecial, type PageNode, type PageTree } from '@atelier/site'
import type { Touched } from './plan.ts'

/** The special nodes of a page, kept up to date from what changed: the whole page is read once. */
export interface SpecialNodes {
  /** Those that show, in no order that means anything. */
  all(): PageNode[]
  /** Call after every change of the page, before `all`. */
  update(touched: Touched): void
}

export function followSpecialNodes(tree: () => PageTree): SpecialNodes {
  /** Nodes that are special or were, also such as do not show now. */
  let ids: Set<string> | undefined
  const read = () => {
    ids ??= new Set([...tree().walk()].flatMap((node) => (isSpecial(node) ? node.id : [])))
    return ids
  }
  return {
    all() {
      const now = tree()
      return [...read()].flatMap((id) => {
        const node = now.node(id)
        return node && isSpecial(node) ? node : []
      })
    },
    update({ fields, placed }) {
      const known = read()
      const now = tree()
      const seen = new Set<string>()
      const waiting = [...placed]
      // Restored nodes bring others along that were not touched themselves.
      for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
        if (seen.has(id) || !now.node(id)) continue
        seen.add(id)
        for (const child of now.children(id)) waiting.push(child.id)
      }
      for (const id of [...seen, ...fields]) {
        const node = now.node(id)
        if (node && isSpecial(node)) known.add(id)
      }
    },
  }
}
