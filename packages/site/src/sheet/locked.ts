import type { CssChange } from '../css/change.ts'
import { pathSelector } from '../css/change.ts'
import { canonical, oneLine } from '../css/normalize.ts'
import { parseSelectors } from '../css/selector.ts'
import type { BlockItem, Item } from '../css/syntax.ts'
import type { TokenLock } from '../tokens/lock.ts'

/**
 * A payload without the parts that design tokens own: rules of their utility classes, and their custom properties on
 * the root. Each is listed in `skipped` with the operation that changes it.
 */
export function withoutLocked(items: readonly Item[], lock: TokenLock, change: CssChange): Item[] {
  return strip(items, lock, change, [])
}

function strip(items: readonly Item[], lock: TokenLock, change: CssChange, path: readonly string[]): Item[] {
  return items.flatMap((item) => {
    if (item.kind === 'at') {
      return [{ ...item, items: strip(item.items, lock, change, [...path, canonical(item.prelude)]) }]
    }
    return item.kind === 'style' ? stripRule(item, lock, change, path) : [item]
  })
}

function stripRule(item: BlockItem, lock: TokenLock, change: CssChange, path: readonly string[]): Item[] {
  const selector = pathSelector(path, oneLine(item.prelude))
  const selectors = parseSelectors(item.prelude) ?? []
  const only = selectors.map(({ parts: [first, more] }) => (first && !more ? first.compound : []))
  for (const [simple, further] of only) {
    const reason = simple?.kind === 'class' && !further ? lock.utility(simple.name) : undefined
    if (reason === undefined) continue
    change.skipped.push({ selector, reason })
    return []
  }
  const isRoot = only.some(
    ([simple, further]) =>
      !further &&
      ((simple?.kind === 'pseudo-class' && simple.name === 'root') ||
        (simple?.kind === 'type' && simple.name.toLowerCase() === 'html')),
  )
  if (!isRoot) return [item]
  const kept = item.items.filter((inner) => {
    const reason = inner.kind === 'declaration' ? lock.variable(inner.name) : undefined
    if (reason !== undefined && inner.kind === 'declaration') {
      change.skipped.push({ selector, reason: `${inner.name}: ${reason}` })
    }
    return reason === undefined
  })
  if (kept.length === item.items.length) return [item]
  return kept.some(({ kind }) => kind !== 'comment') ? [{ ...item, items: kept }] : []
}
