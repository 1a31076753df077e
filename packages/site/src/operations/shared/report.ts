import { type Static, Type } from 'typebox'
import type { CssChange } from '../../css/change.ts'
import type { LooseNode, Planted } from '../../document/edit.ts'
import { splitClasses } from '../../document/tree.ts'
import type { Refusal } from '../../html/refuse.ts'

/** How many of a kind are listed one by one; a count says how many there were. */
const LISTED = 60

export const CssReport = {
  cssRulesCreated: Type.Optional(Type.Number()),
  cssRulesUpdated: Type.Optional(Type.Number()),
  cssCreated: Type.Optional(Type.Array(Type.String())),
  cssUpdated: Type.Optional(
    Type.Array(Type.Object({ selector: Type.String(), declarations: Type.Array(Type.String()) })),
  ),
  cssSkipped: Type.Optional(Type.Array(Type.Object({ selector: Type.String(), reason: Type.String() }))),
  cssErrors: Type.Optional(
    Type.Array(Type.Object({ line: Type.Number(), column: Type.Number(), message: Type.String() })),
  ),
}

export const Refused = Type.Array(Type.Object({ what: Type.String(), where: Type.String(), why: Type.String() }))

export const InsertReport = Type.Object({
  pageId: Type.Optional(Type.String()),
  /** The outermost new nodes that are elements. */
  nodeIds: Type.Optional(Type.Array(Type.String())),
  created: Type.Optional(
    Type.Array(Type.Object({ id: Type.String(), tag: Type.String(), classes: Type.Array(Type.String()) })),
  ),
  createdCount: Type.Optional(Type.Number()),
  /** Texts that were made directly in the parent, beside elements or without them; white space does not count. */
  textsCreated: Type.Optional(Type.Number()),
  /** Elements that stay the same nodes: sent with their uid, or recognised (`matchNodes`). */
  keptCount: Type.Optional(Type.Number()),
  deletedCount: Type.Optional(Type.Number()),
  refused: Type.Optional(Refused),
  ...CssReport,
})

/** The result of the stylesheet, in words: counts always, lists if there is something in them. */
export function reportCss(change: CssChange) {
  return {
    cssRulesCreated: change.created.length,
    cssRulesUpdated: change.updated.length,
    ...some(
      'cssCreated',
      change.created.map(({ selector }) => selector),
    ),
    ...some(
      'cssUpdated',
      change.updated.map(({ selector, declarations }) => ({ selector, declarations })),
    ),
    ...some('cssSkipped', change.skipped),
    ...some(
      'cssErrors',
      change.errors.map(({ line, column, message }) => ({ line, column, message })),
    ),
  } satisfies Partial<Static<typeof InsertReport>>
}

/** @param nodes what was sent, as the outermost nodes that it makes */
export function reportPlanted(
  { nodeIds, elementIds, elements }: Planted,
  refused: readonly Refusal[],
  nodes: readonly LooseNode[],
) {
  const made = new Set(elementIds)
  const texts = nodes.filter(({ kind, text = '' }) => kind === 'text' && text.trim() !== '').length
  const created = elements.slice(0, LISTED).map(({ tag = '', attrs = [] }, i) => {
    const classes = attrs.find(([name]) => name === 'class')?.[1] ?? ''
    return { id: elementIds[i] ?? '', tag, classes: splitClasses(classes) }
  })
  return {
    nodeIds: nodeIds.filter((id) => made.has(id)),
    created,
    createdCount: elementIds.length,
    ...(texts > 0 ? { textsCreated: texts } : {}),
    ...some('refused', refused),
  }
}

/** `{ [name]: list }`, or nothing if the list is empty. */
export function some<Name extends string, Item>(name: Name, list: readonly Item[]): { [Key in Name]?: Item[] } {
  const found: { [Key in Name]?: Item[] } = {}
  if (list.length > 0) found[name] = list.slice(0, LISTED)
  return found
}
