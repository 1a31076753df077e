import { equalJson, type View } from '@atelier/documents'
import { clean, createRests } from '@atelier/operation'
import { readTree } from '../document/tree.ts'
import { isAdded, nameOf, shortenedText } from './hold.ts'
import type { SeenDocument } from './memory.ts'
import { storedRecord } from './record.ts'

/** How many changed things the state names. */
const NAMED = 12

/** Names the things of a page or a site that others have changed since a conversation last read or wrote them. */
export async function changedByOthers(view: View, seen: SeenDocument | undefined, isPage: boolean): Promise<string[]> {
  if (!seen) return []
  const tree = isPage ? readTree(view) : undefined
  const found = new Set<string>()
  const rest = createRests()
  // A copy, since a call of the same conversation may note more meanwhile.
  for (const [owner, { stored, children = [] }] of [...seen]) {
    await rest()
    if (found.size > NAMED) break
    if (!tree) {
      if (!equalJson(stored, storedRecord(view, owner))) found.add(nameOf(view, owner))
      continue
    }
    const node = tree.node(owner)
    if (!node) {
      if (tree.anyNode(owner)) found.add(`${nameOf(view, owner)} is deleted`)
      continue
    }
    if (!equalJson(stored, storedRecord(view, owner))) found.add(`${nameOf(view, owner)} ${shortenedText(tree, owner)}`)
    // A list of children is noted only with the element itself.
    const added = children.length > 0 ? tree.children(owner).filter(({ id }) => isAdded(tree, seen, id)) : []
    for (const { id } of added) found.add(`${nameOf(view, id)} is new: ${shortenedText(tree, id)}`)
  }
  return [...found].slice(0, NAMED).map((text) => clean(text.replace(/[<>]/g, ''), 160))
}
