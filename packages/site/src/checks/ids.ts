import { nodeAttribute } from '../document/tree.ts'
import { isFilledIn, type PageCheck, tagOf } from './facts.ts'

/** Ids that several elements of a page have. */
export const checkIds: PageCheck = function* ({ elements }, add) {
  const seen = new Set<string>()
  for (const node of elements) {
    yield
    const id = nodeAttribute(node, 'id')
    if (!id || isFilledIn(id)) continue
    if (seen.has(id)) {
      const message = `Another element has the id “${id.slice(0, 60)}” already.`
      const hint = 'Ids are for one element; use a class for several.'
      add({ code: 'duplicate-id', severity: 'warning', message, hint, nodeId: node.id, excerpt: tagOf(node, 'id') })
    }
    seen.add(id)
  }
}
