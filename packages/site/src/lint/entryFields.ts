import { sourcesOf } from '../compose/composition.ts'
import { loopsAround } from '../compose/loopRows.ts'
import { missingField, TURN_FIELDS } from '../compose/values.ts'
import type { ContentView } from '../context/content.ts'
import { isLoop } from '../document/special.ts'
import { mayHoldToken, replaceTokens } from '../document/tokenText.ts'
import { nodeAttributes, type PageNode, type PageTree } from '../document/tree.ts'

/**
 * Problems of entry tokens in some nodes: fields that the source of the surrounding loop does not have. Decided only
 * from the document's loops, so it also works when a loop has no entries yet.
 */
export function entryFieldWarnings(tree: PageTree, nodes: Iterable<PageNode>, content?: ContentView): string[] {
  const sources = sourcesOf({ content })
  const found: string[] = []
  for (const node of nodes) {
    const texts = node.kind === 'element' ? nodeAttributes(node).map(([, value]) => value) : [node.text]
    const asked = texts.flatMap(entryTokens)
    if (asked.length === 0) continue
    const around = loopsAround(tree, node, sources)
    for (const { source, field } of asked) {
      const read = source === 'currentEntry' ? around[0] : around[1]
      if (!read) continue
      const known = [...read.fields.map(({ name }) => name), ...TURN_FIELDS]
      // A field of a related entry is not looked for here.
      const [own = field] = field.split('.')
      if (!known.includes(field) && !known.includes(own))
        found.push(`${missingField(source, field, known)} (node ${node.id})`)
    }
  }
  return [...new Set(found)]
}

/** The same for a node whose attributes or text were patched; for a loop, whose source may have changed, all its content. */
export function entryFieldsOf(tree: PageTree, nodeId: string, patch: Readonly<Record<string, unknown>>): string[] {
  const node = tree.node(nodeId)
  if (!node) return []
  if (isLoop(node)) return entryFieldWarnings(tree, tree.walk(nodeId))
  if (!Object.values(patch).some((value) => typeof value === 'string' && entryTokens(value).length > 0)) return []
  return entryFieldWarnings(tree, [node, ...tree.children(nodeId).filter(({ kind }) => kind === 'text')])
}

/** The tokens of entries in a text that are filled in. */
function entryTokens(text: string): { source: 'currentEntry' | 'parentEntry'; field: string }[] {
  const found: { source: 'currentEntry' | 'parentEntry'; field: string }[] = []
  if (!mayHoldToken(text)) return found
  replaceTokens(text, ({ text: token, source, field, backslashes }) => {
    const isEntry = source === 'currentEntry' || source === 'parentEntry'
    if (isEntry && backslashes % 2 === 0) found.push({ source, field })
    return token
  })
  return found
}
