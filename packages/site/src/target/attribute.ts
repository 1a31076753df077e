import { createMemoryView } from '@atelier/documents'
import { noChange } from '../css/change.ts'
import { createRule } from '../css/create.ts'
import { parseBlock } from '../css/parse.ts'
import { SITE_SHEET } from '../css/sheets.ts'
import type { BlockItem } from '../css/syntax.ts'
import { editDeclarations, type StyleDeclarations } from './editRule.ts'

/**
 * A `style` attribute with declarations set and removed, by the rules by which those of a rule are; its content keeps
 * its white space. Null if nothing is left.
 */
export function editAttribute(text: string, declarations: StyleDeclarations, newId: () => string): string | null {
  const draft = createMemoryView()
  const block: BlockItem = {
    kind: 'style',
    before: '',
    name: '',
    prelude: 'x',
    items: [],
    tail: '',
    close: '}',
    start: 0,
  }
  const { items } = parseBlock(text)
  const rule = createRule(draft, newId, { ...block, items }, '', 'a', [], noChange(), SITE_SHEET)
  if (!rule) return text
  const standing = new Set(rule.declarations.map(({ id }) => id))
  const space = rule.declarations[1]?.before ?? ' '
  editDeclarations(draft, rule, declarations, newId)
  const last = rule.declarations.findLastIndex(({ name }) => name !== '')
  const isClosed = items.length === 0 || text.trimEnd().endsWith(';')
  const written = rule.declarations.map(({ id, name, before, text: own }, index) => {
    const lead = standing.has(id) ? before : index === 0 ? '' : space
    return `${lead}${own}${name !== '' && (index < last || isClosed) ? ';' : ''}`
  })
  return written.join('').trimStart() || null
}
