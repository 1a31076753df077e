import { parseCss } from '../css/parse.ts'
import { cssRefusal } from '../css/safety.ts'
import type { Item } from '../css/syntax.ts'

/** The first thing in a stylesheet that would run something, with its line; undefined if there is none. */
export function refuseStyle(css: string): { message: string; line: number } | undefined {
  const found = first(parseCss(css).items)
  return (
    found && { message: `The style is refused: ${found.reason}.`, line: css.slice(0, found.start).split('\n').length }
  )
}

function first(items: readonly Item[]): { reason: string; start: number } | undefined {
  for (const item of items) {
    const isBlock = item.kind === 'style' || item.kind === 'at'
    const reason = item.kind === 'comment' ? undefined : cssRefusal(isBlock ? item.prelude : item.text)
    if (reason !== undefined) return { reason, start: item.start }
    const inner = isBlock ? first(item.items) : undefined
    if (inner) return inner
  }
  return undefined
}
