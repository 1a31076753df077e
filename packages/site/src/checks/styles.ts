import type { View } from '@atelier/documents'
import type { Steps } from '@atelier/operation'
import { bareClass } from '../css/applying.ts'
import { everyRule, type Rule, walkRules } from '../css/rules.ts'
import { nodeAttribute, nodeClasses } from '../document/tree.ts'
import { siteFramework } from '../tokens/framework.ts'
import { codeWords } from '../tokens/uses.ts'
import { isFrameworkClass, isUnstyled } from '../utilities/frameworkClass.ts'
import { siteUtilities } from '../utilities/settings.ts'
import { classKey, isFilledIn, type PageCheck, type SiteFacts } from './facts.ts'
import { checkStyleFiles } from './files.ts'
import type { Finding } from './finding.ts'

const USE = /var\(\s*(--[^\s,)]+)\s*(,)?/g
const CLASS = /\.((?:[\w-]|[^\0-\x7f]|\\.)+)/g

/** The names that all stylesheets of a site define and use. */
interface StyleNames {
  defined: ReadonlySet<string>
  /** The used custom properties, each with the selector of its first use, preferably one without a fallback. */
  used: ReadonlyMap<string, { selector: string; fallback: boolean }>
  styled: ReadonlySet<string>
  /** Classes that have a bare `.name {}` rule. */
  bare: ReadonlySet<string>
}

const known = new WeakMap<SiteFacts['all'], StyleNames>()

/** Reads the names once for all documents of one audit. */
export function styleNames({ site, all }: Pick<SiteFacts, 'site' | 'all'>): StyleNames {
  const found = known.get(all) ?? readNames(site)
  known.set(all, found)
  return found
}

function readNames(site: View): StyleNames {
  const defined = new Set(siteFramework(site).variables.map(({ name }) => name))
  const used = new Map<string, { selector: string; fallback: boolean }>()
  const styled = new Set<string>(siteFramework(site).utilities.keys())
  const bare = new Set<string>()
  for (const rule of everyRule(site)) {
    if (rule.kind === 'style') {
      for (const [, name = ''] of rule.prelude.matchAll(CLASS)) styled.add(name.replace(/\\(.)/g, '$1'))
      const own = bareClass({ ...rule, declarations: [...rule.declarations], rules: [] })
      if (own !== undefined) bare.add(own)
    } else if (rule.name === 'property') defined.add(rule.selector.replace(/^@property\s+/i, '').trim())
    else if (rule.kind === 'raw' || rule.kind === 'at') {
      for (const [, name = ''] of rule.prelude.matchAll(CLASS)) styled.add(name.replace(/\\(.)/g, '$1'))
    }
    for (const { name, value } of rule.declarations) {
      if (name.startsWith('--')) defined.add(name)
      noteUses(value, rule.selector, used)
    }
  }
  return { defined, used, styled, bare }
}

function noteUses(value: string, selector: string, used: Map<string, { selector: string; fallback: boolean }>): void {
  if (!value.includes('var(')) return
  for (const [, name = '', comma] of value.matchAll(USE)) {
    const before = used.get(name)
    if (!before || (before.fallback && comma === undefined)) used.set(name, { selector, fallback: comma !== undefined })
  }
}

/** Undefined custom properties in style attributes, and classes that no rule and no script names. */
export const checkStyling: PageCheck = function* (facts, add) {
  const { elements, site, entry, page } = facts
  const { defined, styled } = styleNames(facts)
  const hasUtilities = siteUtilities(site) !== undefined
  let [unstyled, utilities, total] = [0, 0, 0]
  const counted = new Set<string>()
  const words = codeWords(site)
  const told = new Set<string>()
  const seen = new Set([''])
  const inline = new Map<string, { selector: string; fallback: boolean }>()
  const own = new Set<string>()
  for (const node of elements) {
    yield
    const style = nodeAttribute(node, 'style')
    if (style?.includes('--')) {
      for (const [, name = ''] of style.matchAll(/(?:^|[;{\s])(--[\w-]+)\s*:/g)) own.add(name)
      noteUses(style, node.id, inline)
    }
    const classes = classKey(node)
    if (seen.has(classes)) continue
    seen.add(classes)
    for (const name of nodeClasses(node)) {
      if (!counted.has(name)) total += 1
      counted.add(name)
      if (hasUtilities && isFrameworkClass(name)) continue
      if (told.has(name) || styled.has(name) || words.has(name) || isFilledIn(name)) continue
      told.add(name)
      unstyled += 1
      if (isFrameworkClass(name)) utilities += 1
      const hint = 'Style it with applyCss, or remove the class.'
      const excerpt = `.${name.slice(0, 60)}`
      add({
        code: 'undefined-class',
        severity: 'note',
        message: `No rule styles the class “${name.slice(0, 60)}”.`,
        hint,
        nodeId: node.id,
        excerpt,
      })
    }
  }
  if (entry.kind === 'page' && isUnstyled({ unstyled, utilities, total })) {
    const message = `${unstyled} of the ${total} classes of the page have no styles, so parts of it look bare.`
    const hint = 'Write rules for them with applyCss, or use the classes that the stylesheet has.'
    add({ code: 'unstyled-page', severity: 'warning', message, hint, nodeId: page.root })
  }
  for (const [name, { selector: nodeId, fallback }] of inline) {
    if (fallback || defined.has(name) || own.has(name)) continue
    add({ ...undefinedToken(name), nodeId })
  }
}

function undefinedToken(name: string): Omit<Finding, 'documentId'> {
  return {
    code: 'undefined-token',
    severity: 'warning',
    message: `Nothing defines ${name}, so declarations that use it fall back to their defaults.`,
    hint: 'Define it with a set_* tool or on :root, or use a token that list_tokens names.',
    excerpt: `var(${name})`,
  }
}

/** Findings of the stylesheets and tokens as a whole: names used but undefined, or defined but unused. */
export function* checkStylesheets(facts: SiteFacts): Steps<Finding[]> {
  const { site, siteId: documentId, all, tree } = facts
  const { defined, used, bare } = styleNames(facts)
  const inHtml = new Set<string>()
  const classes = new Set<string>()
  for (const { id } of all) {
    for (const node of tree(id)?.walk() ?? []) {
      yield
      if (node.kind !== 'element') continue
      for (const name of nodeClasses(node)) classes.add(name)
      const style = nodeAttribute(node, 'style')
      for (const [name] of style?.includes('--') ? style.matchAll(/--[\w-]+/g) : []) inHtml.add(name)
    }
  }
  const words = codeWords(site)
  const findings = checkStyleFiles(facts)
  for (const [name, { selector, fallback }] of used) {
    if (!fallback && !defined.has(name) && !inHtml.has(name) && !words.has(name))
      findings.push({ ...undefinedToken(name), documentId, selector })
  }
  const variables = siteFramework(site).variables
  const asked = new Set([...used.keys(), ...inHtml])
  for (const { value, dark } of variables)
    for (const [, name = ''] of `${value} ${dark ?? ''}`.matchAll(USE)) asked.add(name)
  const tokens = [...defined].filter((name) => !asked.has(name) && !words.has(name) && !isVariant(name))
  if (tokens.length > 0) {
    findings.push({
      code: 'unused-token',
      severity: 'note',
      message: `Nothing uses ${quoteNames(tokens)}.`,
      hint: 'Use them in CSS as var(--name), or remove them.',
      documentId,
      excerpt: tokens.slice(0, 20).join(' '),
    })
  }
  const unused = [...bare].filter((name) => !classes.has(name) && !words.has(name))
  if (unused.length > 0) {
    findings.push({
      code: 'unused-class',
      severity: 'note',
      message: `No element has the ${unused.length === 1 ? 'class' : 'classes'} ${quoteNames(unused.map((name) => `.${name}`))}.`,
      hint: 'Remove their rules if nothing needs them.',
      documentId,
      excerpt: unused.slice(0, 20).join(' '),
    })
  }
  return findings
}

/** Whether a scale or a colour generates the property; an unused one is then not a finding. */
const isVariant = (name: string) =>
  /-(?:\d{1,2}|[dl]-\d{1,2}|\d?x?[sml]|\dx[sl])$/.test(name) || /^--(text|space)-/.test(name)

function quoteNames(names: readonly string[]): string {
  const shown = names.slice(0, 6).join(', ')
  return names.length > 6 ? `${shown} and ${names.length - 6} more` : shown
}

/** The rules of a page that declare a wanted property, each with the rules around it. */
export function* rulesWith(
  rules: readonly Rule[],
  isWanted: (property: string) => boolean,
): Generator<[Rule, readonly Rule[]]> {
  for (const [rule, around] of walkRules(rules)) {
    if (rule.declarations.some(({ name }) => isWanted(name))) yield [rule, around]
  }
}
