import { parseBlock, readDeclaration } from '@atelier/site'

const IMPORTANT = ' !important'

/** A value without its importance: what is important in a rule stays so, and nothing else becomes it. */
export const withoutImportance = (value: string): string =>
  value.endsWith(IMPORTANT) ? value.slice(0, -IMPORTANT.length) : value

/** The declarations of a text, `color: red; …` or a whole rule around them, by property; importance stays in the value. */
export function readDeclarations(text: string): Map<string, string> {
  const open = text.indexOf('{')
  const close = text.lastIndexOf('}')
  const body = open >= 0 && close > open ? text.slice(open + 1, close) : text
  const found = new Map<string, string>()
  for (const item of parseBlock(body).items) {
    if (item.kind !== 'declaration') continue
    const { name, value, important } = readDeclaration(item.text)
    if (name !== '' && value !== '') found.set(name, important ? `${value}${IMPORTANT}` : value)
  }
  return found
}

/**
 * The edits that turn one set of declarations into another: values that are new or other, null for those that are gone.
 */
export function changedDeclarations(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): Record<string, string | null> {
  const changes: Record<string, string | null> = {}
  for (const name of before.keys()) if (!after.has(name)) changes[name] = null
  for (const [name, value] of after) {
    const former = before.get(name)
    if (former !== value) changes[name] = former?.endsWith(IMPORTANT) ? withoutImportance(value) : value
  }
  return changes
}

/** Whether the browser knows a value for a property; what only the page or another browser can tell counts as known. */
export function isSupported(property: string, value: string): boolean {
  const { value: bare } = readDeclaration(`${property}: ${value}`)
  if (property.startsWith('-') || /\b(?:var|env|attr|if)\(/i.test(bare)) return true
  return CSS.supports(property, bare)
}
