import type { StyleTarget } from '@atelier/site'
import type { Declarations } from './editing.ts'

/**
 * CSS that shows declarations at a target before they are written. If the target's own selector would not show them yet
 * (a class that is still to be added, an inactive state) `path` names the element instead.
 */
export function previewCss(target: StyleTarget, declarations: Declarations, path: string): string {
  const { selector, state, conditions, addsClass, attribute } = target
  const at = state.search(/::?(?:before|after|marker|placeholder|selection|backdrop|first-line|first-letter)\b/)
  const part = at < 0 ? '' : state.slice(at)
  const isShown = addsClass === undefined && !attribute && state === part
  const subject = isShown ? `${selector}${state}` : `${path}${part}`
  // A removed declaration falls back to the value without this rule.
  const body = Object.entries(declarations).map(([name, value]) => `${name}: ${value ?? 'revert-layer'} !important;`)
  return conditions.reduceRight((css, condition) => `${condition} { ${css} }`, `${subject} { ${body.join(' ')} }`)
}

/** A selector of exactly one element of a document. */
export function pathSelector(element: Element): string {
  const steps: string[] = []
  for (let at: Element = element; at.parentElement; at = at.parentElement) {
    steps.unshift(`:nth-child(${[...at.parentElement.children].indexOf(at) + 1})`)
  }
  return [':root', ...steps].join(' > ')
}
