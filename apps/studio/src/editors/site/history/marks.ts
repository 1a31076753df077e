import type { ChangeLine, RunChanges } from '@atelier/api'

/** A changed part of a page: the element of a node, or what a rule's selector matches. */
export interface Mark {
  kind: ChangeLine['kind']
  nodeId?: string
  selector?: string
}

/** The most elements that one rule marks: a rule for every paragraph would outline the whole page. */
export const MOST_MATCHES = 60

/** The parts of a page to outline for these changes. A change that no element shows has none. */
export function marksOf(documents: RunChanges['documents']): Mark[] {
  return documents.flatMap(({ lines }) => lines.flatMap((line) => markOf(line) ?? []))
}

/** The part that one line is about. */
export function markOf(line: ChangeLine): Mark | undefined {
  const { kind, what, part, target } = line
  if (what === 'rule' || what === 'declaration') {
    const selector = selectorOf(line)
    return selector === undefined ? undefined : { kind: 'changed', selector }
  }
  if (target !== undefined) return { kind, nodeId: target }
  return part === undefined || /[:/]/.test(part) ? undefined : { kind, nodeId: part }
}

/**
 * The elements that a line's rule is for, as a selector: nested rules joined, and without states, so that elements
 * without a pointer over them are marked too. Undefined for a rule that selects nothing by itself.
 */
export function selectorOf({ what, label }: ChangeLine): string | undefined {
  const rule = what === 'declaration' ? label.slice(0, Math.max(0, label.lastIndexOf(' '))) : label
  let selector = ''
  for (const each of rule.split(' › ')) {
    if (each.startsWith('@')) continue
    if (each.includes('&')) selector = each.replaceAll('&', selector === '' ? ':root' : `:is(${selector})`)
    else selector = selector === '' ? each : `:is(${selector}) :is(${each})`
  }
  selector = selector.replace(/::?(?:hover|focus|focus-visible|focus-within|active|visited|before|after|marker)\b/g, '')
  return selector.trim() === '' ? undefined : selector
}
