import type { Draft } from '@atelier/documents'
import { type CssChange, pathSelector } from './change.ts'
import { canonical, oneLine } from './normalize.ts'
import { firstOrders } from './order.ts'
import { type BornDeclaration, type RuleBirth, writeRule } from './records.ts'
import { declaration, makeRule, type Rule } from './rules.ts'
import { cssRefusal } from './safety.ts'
import { groupingAtRules, type Item, isKeyframes } from './syntax.ts'

/**
 * Writes a parsed item and all that is in it as new rules; says in `change` what was created and what was refused.
 * Returns the rule, or undefined if all of it is refused. `sheet` is that of the rule around it.
 */
export function createRule(
  draft: Draft,
  newId: () => string,
  item: Item,
  parent: string,
  at: string,
  path: readonly string[],
  change: CssChange,
  sheet: string,
): Rule | undefined {
  if (item.kind === 'bad' || item.kind === 'declaration') return undefined
  const id = newId()
  const before = item.before.replaceAll(';', '')
  const blank: RuleBirth = {
    kind: 'comment',
    parent,
    at,
    before,
    prelude: '',
    declarations: [],
    tail: '',
    bare: false,
    sheet,
  }
  if (item.kind === 'comment') return write(draft, id, { ...blank, prelude: item.text })
  const text = item.kind === 'style' || item.kind === 'at' ? item.prelude : item.text
  const reason = cssRefusal(text)
  if (reason) {
    change.skipped.push({ selector: pathSelector(path, oneLine(text)), reason })
    return undefined
  }
  if (item.kind !== 'style' && item.kind !== 'at') {
    const statement = item.kind === 'statement' && !text.trimEnd().endsWith(';') ? `${text.trimEnd()};` : text
    change.created.push({ id, selector: pathSelector(path, oneLine(text)) })
    return write(draft, id, { ...blank, kind: item.kind, prelude: statement })
  }

  const selector = pathSelector(path, oneLine(text))
  const items = item.items.filter((inner) => inner.kind !== 'bad')
  const orders = firstOrders(items.length)
  const declarations: BornDeclaration[] = []
  for (const [index, inner] of items.entries()) {
    if (inner.kind !== 'declaration' && inner.kind !== 'comment') continue
    const refused = inner.kind === 'declaration' ? cssRefusal(inner.text) : undefined
    if (refused) change.skipped.push({ selector, reason: `${refused}: \`${oneLine(inner.text)}\`` })
    else declarations.push([String(index), orders[index] ?? '', inner.before.replaceAll(';', ''), inner.text])
  }
  const last = items.at(-1)
  const rule = write(draft, id, {
    ...blank,
    kind: item.kind,
    prelude: text,
    declarations,
    tail: item.tail.replaceAll(';', ''),
    bare: last?.kind === 'declaration' && last.end === '',
  })
  if (item.kind === 'style' || !groupingAtRules.has(item.name)) change.created.push({ id, selector })
  const quiet = isKeyframes(item.name) ? { ...change, created: [] } : change
  const inside = [...path, canonical(text)]
  for (const [index, inner] of items.entries()) {
    if (inner.kind === 'declaration' || inner.kind === 'comment') continue
    const nested = createRule(draft, newId, inner, id, orders[index] ?? '', inside, quiet, sheet)
    if (nested) rule.rules.push(nested)
  }
  return rule
}

function write(draft: Draft, id: string, birth: RuleBirth): Rule {
  writeRule(draft, id, birth)
  return makeRule({
    ...birth,
    id,
    declarations: birth.declarations.map(([own, at, before, text]) => declaration(own, at, before, text, false)),
  })
}
