import { excerpt, yieldToOthers } from '@atelier/operation'
import type { SiteContext } from '../context/context.ts'
import { type PageSummary, summarize } from '../css/applying.ts'
import { everyRule } from '../css/rules.ts'
import { type ComplexSelector, parseSelectors, type SimpleSelector } from '../css/selector.ts'
import { type Item, isKeyframes } from '../css/syntax.ts'
import { documents } from '../document/pages.ts'
import { nodeAttribute, type PageTree, readTree } from '../document/tree.ts'
import { siteFramework } from '../tokens/framework.ts'
import { codeWords } from '../tokens/uses.ts'
import { nearestName } from './nearest.ts'

/** Sites with more documents than this are not checked for missing names. */
const MAX_DOCUMENTS = 400
/** Yields to other requests after this many documents. */
const SLICE = 8
/** The maximum number of names in one sentence. */
const LISTED = 8

/**
 * Warnings for names in CSS that the site does not have: undefined custom properties, and rules that match
 * nothing on any page. Pages are read only if the stylesheets do not decide it.
 */
export async function unmatchedWarnings(context: SiteContext, items: readonly Item[]): Promise<string[]> {
  const wanted = namesOf(items)
  const missing = new Set(undefinedProperties(context, wanted))
  const words = codeWords(context.site)
  const idle = new Map<string, readonly ComplexSelector[]>()
  const states = emptySummary(words)
  for (const [selector, parsed] of wanted.selectors)
    if (!parsed.some((each) => canMatch(each, states))) idle.set(selector, parsed)
  const all = documents(context.site)
  if (missing.size + idle.size > 0 && all.length > MAX_DOCUMENTS) return []
  const first = context.editor.documentId
  const order = [...all.filter(({ id }) => id === first), ...all.filter(({ id }) => id !== first)]
  for (const [index, { id }] of order.entries()) {
    if (missing.size + idle.size === 0) break
    if (index % SLICE === SLICE - 1) await yieldToOthers()
    const page = await context.drafts.open(id)
    const tree = page && readTree(page)
    if (!tree) continue
    if (missing.size > 0) for (const name of inlineProperties(tree)) missing.delete(name)
    addTo(states, summarize(tree))
    for (const [selector, parsed] of idle) if (parsed.some((each) => canMatch(each, states))) idle.delete(selector)
  }
  return [...undefinedWarning(context, missing), ...idleWarning([...idle.keys()])]
}

interface Named {
  /** Custom properties that are used without a fallback, and those that are defined. */
  used: Set<string>
  defined: Set<string>
  /** The outermost style rules by their selectors, in order. */
  selectors: Map<string, readonly ComplexSelector[]>
}

function namesOf(items: readonly Item[]): Named {
  const named: Named = { used: new Set(), defined: new Set(), selectors: new Map() }
  const visit = (inner: readonly Item[], within: string, isTop: boolean) => {
    for (const item of inner) {
      if (item.kind === 'declaration') {
        if (item.name.startsWith('--')) named.defined.add(item.name)
        if (!item.text.includes('var(')) continue
        for (const [, name = ''] of item.text.replace(STRING, '').matchAll(PLAIN_USE)) named.used.add(name)
      } else if (item.kind === 'style') {
        const parsed = isTop && !isKeyframes(within) ? parseSelectors(item.prelude) : undefined
        if (parsed && parsed.length > 0) named.selectors.set(item.prelude.trim().replace(/\s+/g, ' '), parsed)
        visit(item.items, '', false)
      } else if (item.kind === 'at') {
        if (item.name === 'property') named.defined.add(item.prelude.trim().slice('@property'.length).trim())
        visit(item.items, item.name, isTop)
      }
    }
  }
  visit(items, '', true)
  return named
}

const STRING = /"(?:[^"\\]|\\[\s\S])*(?:"|\\?$)|'(?:[^'\\]|\\[\s\S])*(?:'|\\?$)/g
/** A use of a custom property that has no fallback. */
const PLAIN_USE = /\bvar\(\s{0,20}(--[^\s,()]{1,200})\s{0,20}\)/gi

function undefinedProperties({ site }: SiteContext, { used, defined }: Named): string[] {
  const asked = [...used].filter((name) => !defined.has(name))
  if (asked.length === 0) return []
  const words = codeWords(site)
  const known = new Set(siteFramework(site).variables.map(({ name }) => name))
  const left = asked.filter((name) => !known.has(name) && !words.has(name))
  if (left.length === 0) return []
  const declared = declaredProperties(site)
  return left.filter((name) => !declared.has(name))
}

/** The custom properties that a site has: of its design tokens, its stylesheets and its scripts. */
export function knownVariables(site: SiteContext['site']): ReadonlySet<string> {
  const known = declaredProperties(site)
  for (const { name } of siteFramework(site).variables) known.add(name)
  for (const word of codeWords(site)) if (word.startsWith('--')) known.add(word)
  return known
}

/** The custom properties that stylesheets of a site declare or register. */
function declaredProperties(site: SiteContext['site']): Set<string> {
  const declared = new Set<string>()
  for (const { name, selector, declarations } of everyRule(site)) {
    if (name === 'property') declared.add(selector.replace(/^@property\s+/i, '').trim())
    for (const each of declarations) if (each.name.startsWith('--')) declared.add(each.name)
  }
  return declared
}

function* inlineProperties(tree: PageTree): Generator<string> {
  for (const node of tree.walk()) {
    const style = node.kind === 'element' ? nodeAttribute(node, 'style') : undefined
    if (!style?.includes('--')) continue
    for (const [, name = ''] of style.matchAll(/(?:^|[;{\s])(--[\w-]+)\s{0,20}:/g)) yield name
  }
}

function undefinedWarning({ site }: SiteContext, missing: ReadonlySet<string>): string[] {
  if (missing.size === 0) return []
  const tokens = siteFramework(site).variables.map(({ name }) => name)
  const [first = ''] = missing
  const near = nearestName(first, tokens) ?? nearestName(first, declaredProperties(site))
  const list = quoteClasses([...missing])
  const instead = near
    ? ` Did you mean ${near}?`
    : ' Define it on :root or with a set_* tool, or give var() a fallback.'
  return [
    `Nothing defines ${list}, so declarations that ask for ${missing.size === 1 ? 'it' : 'them'} have no effect.${instead}`,
  ]
}

function idleWarning(selectors: readonly string[]): string[] {
  if (selectors.length === 0) return []
  const one = selectors.length === 1
  return [
    `Nothing on any page matches ${quoteClasses(selectors)}, so ${one ? 'this rule does' : 'these rules do'} nothing yet; check the ${one ? 'name' : 'names'}, or give elements these classes.`,
  ]
}

function quoteClasses(names: readonly string[]): string {
  const shown = names.slice(0, LISTED).map((name) => excerpt(name, 80))
  const more = names.length > LISTED ? ` and ${names.length - LISTED} more` : ''
  return `${shown.join(', ')}${more}`
}

interface Names extends Record<keyof PageSummary, Set<string>> {
  /** The words in scripts, which may create elements and set classes. */
  words: ReadonlySet<string>
}

const emptySummary = (words: ReadonlySet<string>): Names => ({
  tags: new Set(['html', 'head', 'body']),
  classes: new Set(),
  ids: new Set(),
  attributes: new Set(),
  words,
})

function addTo(names: Names, summary: PageSummary): void {
  for (const kind of ['tags', 'classes', 'ids', 'attributes'] as const)
    for (const name of summary[kind]) names[kind].add(name)
}

/** Attributes and classes that the browser, the visitor or the design system sets. */
const SET_ELSEWHERE =
  /^(?:open|hidden|disabled|checked|selected|inert|popover|lang|dir|style|class|aria-.*|data-theme)$/
const THEMES = /^theme-(?:light|dark|alt|inverted)$/
/** Elements that browsers create although no page contains them. */
const MADE_ELSEWHERE = new Set(['tbody', 'html', 'head', 'body', 'title', 'meta', 'link', 'style'])
const SHADOW = /^(?:host|host-context|defined|slotted|part|cue)/

/** Whether all names in a selector exist, in any document: templates wrap pages, and pages contain components. */
function canMatch({ parts }: ComplexSelector, names: Names): boolean {
  return parts.every(({ compound }) => compound.every((simple) => canMatchSimple(simple, names)))
}

function canMatchSimple(simple: SimpleSelector, names: Names): boolean {
  if (simple.kind === 'pseudo-class') {
    if (SHADOW.test(simple.name)) return true
    return simple.name === 'not' || !simple.selectors?.length || simple.selectors.some((each) => canMatch(each, names))
  }
  if (simple.kind !== 'type' && simple.kind !== 'class' && simple.kind !== 'id' && simple.kind !== 'attribute')
    return true
  const name = simple.name.toLowerCase()
  if (names.words.has(simple.name)) return true
  switch (simple.kind) {
    case 'type':
      return names.tags.has(name) || MADE_ELSEWHERE.has(name)
    case 'class':
      return names.classes.has(name) || THEMES.test(name)
    case 'id':
      return names.ids.has(name)
    case 'attribute':
      return names.attributes.has(name) || SET_ELSEWHERE.test(name)
  }
}
