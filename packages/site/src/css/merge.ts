import type { Draft, View } from '@atelier/documents'
import type { CssChange } from './change.ts'
import { dropDeclaration, insertDeclaration, rewriteDeclaration } from './edit.ts'
import { canonical, oneLine } from './normalize.ts'
import { overlap } from './overlap.ts'
import { parseCss } from './parse.ts'
import { type Declaration, type Rule, readDeclaration, readRules } from './rules.ts'
import { cssRefusal } from './safety.ts'
import type { BlockItem, Item } from './syntax.ts'
import { missingEnd } from './tokenize.ts'

/**
 * Sets the declarations of an authored block in a stored rule, and keeps `rule` up to date. A property is set where it
 * stands, unless a later declaration would overrule it (`margin-left` behind `margin`): then it moves behind that one.
 * All fallbacks of a property are replaced together. Returns the properties that changed.
 */
export function mergeDeclarations(
  draft: Draft,
  rule: Rule,
  item: Pick<BlockItem, 'items'>,
  newId: () => string,
  selector: string,
  change: CssChange,
): string[] {
  const payload = new Map<string, string[]>()
  for (const inner of item.items) {
    if (inner.kind !== 'declaration') continue
    const reason = cssRefusal(inner.text)
    if (reason) {
      change.skipped.push({ selector, reason: `${reason}: \`${oneLine(inner.text)}\`` })
      continue
    }
    // A property takes the place of its last mention, as it does in the cascade.
    const texts = payload.get(inner.name) ?? []
    texts.push(inner.text.trim())
    payload.delete(inner.name)
    payload.set(inner.name, texts)
  }
  const stored = rule.declarations.filter(({ name }) => name !== '').map(({ text }) => text.trim())
  const authored = item.items.flatMap((inner) => (inner.kind === 'declaration' ? [inner.text.trim()] : []))
  if (stored.join(';') === authored.join(';')) return []
  const waiting = new Set(payload.keys())
  const current = Map.groupBy(rule.declarations, ({ name }) => name)
  const set: string[] = []
  for (const [name, texts] of payload) {
    waiting.delete(name)
    if (setProperty(draft, rule, name, current.get(name) ?? [], texts, waiting, newId)) set.push(name)
  }
  return set
}

/** @param current the declarations of the property that the rule has */
function setProperty(
  draft: Draft,
  rule: Rule,
  name: string,
  current: readonly Declaration[],
  texts: readonly string[],
  waiting: ReadonlySet<string>,
  newId: () => string,
): boolean {
  const first = current[0]
  const isOvertaken =
    first !== undefined &&
    // No other property sets a custom one.
    !name.startsWith('--') &&
    rule.declarations
      .slice(rule.declarations.indexOf(first) + 1)
      .some((each) => each.name !== '' && each.name !== name && !waiting.has(each.name) && overlap(each.name, name))
  const same = current.length === texts.length && current.every((each, index) => each.text.trim() === texts[index])
  if (same && !isOvertaken) return false
  if (isOvertaken) {
    for (const each of current) dropDeclaration(draft, rule, each)
    for (const text of texts) insertDeclaration(draft, rule, text, rule.declarations.at(-1), newId())
    return true
  }
  let last: Declaration | undefined
  for (const [index, text] of texts.entries()) {
    const existing = current[index]
    if (existing) {
      rewriteDeclaration(draft, rule, existing, text)
      last = existing
    } else last = insertDeclaration(draft, rule, text, last ?? rule.declarations.at(-1), newId())
  }
  for (const each of current.slice(texts.length)) dropDeclaration(draft, rule, each)
  return true
}

/** Whether a stored rule equals an authored block: the same declarations and nested rules, in order. */
export function sameContent(rule: Rule, item: BlockItem): boolean {
  return storedContent(rule) === authoredContent(item.items)
}

/** A stylesheet without the top rules that the site's own has already, with the same content. */
export function withoutShared(site: View, css: string): string {
  const shared = new Map<string, Rule[]>()
  for (const rule of readRules(site)) shared.set(rule.canonical, [...(shared.get(rule.canonical) ?? []), rule])
  const whole = css + missingEnd(css)
  const { items, tail } = parseCss(whole)
  const kept = items.flatMap((item, index) => {
    const isRule = item.kind === 'style' || item.kind === 'at'
    if (isRule && shared.get(canonical(item.prelude))?.some((rule) => sameContent(rule, item))) return []
    const next = items[index + 1]
    return [
      whole.slice(item.start - item.before.length, next ? next.start - next.before.length : whole.length - tail.length),
    ]
  })
  return kept.join('')
}

const storedContent = (rule: Rule): string =>
  [
    ...rule.declarations
      .filter(({ name }) => name !== '')
      .map(({ name, value, important }) => line(name, value, important)),
    ...rule.rules
      .filter(({ kind }) => kind !== 'comment')
      .map((inner) => `${canonical(inner.prelude)}{${storedContent(inner)}}`),
  ].join(';')

function authoredContent(items: readonly Item[]): string {
  const declarations = items.flatMap((item) => {
    if (item.kind !== 'declaration') return []
    const { name, value, important } = readDeclaration(item.text)
    return [line(name, value, important)]
  })
  const rules = items.flatMap((item) => {
    if (item.kind === 'style' || item.kind === 'at')
      return [`${canonical(item.prelude)}{${authoredContent(item.items)}}`]
    return item.kind === 'statement' || item.kind === 'raw' ? [`${canonical(item.text)}{}`] : []
  })
  return [...declarations, ...rules].join(';')
}

const line = (name: string, value: string, important: boolean) => `${name}:${oneLine(value)}${important ? '!' : ''}`
