import { nodeAttributes, nodeClasses, type PageNode, type PageTree } from '../document/tree.ts'
import { printRules } from './printCss.ts'
import { type Rule, walkRules } from './rules.ts'
import { type ComplexSelector, parseSelectors, type SimpleSelector } from './selector.ts'
import { isKeyframes } from './syntax.ts'
import { tokenize, unescapeName } from './tokenize.ts'

/** The names that a page uses, in lower case; a selector that needs another one cannot match anything on it. */
export interface PageSummary {
  tags: ReadonlySet<string>
  classes: ReadonlySet<string>
  ids: ReadonlySet<string>
  attributes: ReadonlySet<string>
}

/** Collects the names that a page, or several, use. */
export function summarize(...pages: readonly PageTree[]): PageSummary {
  const tags = new Set(['html', 'head', 'body'])
  const classes = new Set<string>()
  const ids = new Set<string>()
  const attributes = new Set<string>()
  for (const node of pages.flatMap((page) => [...elements(page)])) {
    if (node.kind !== 'element') continue
    tags.add(node.tag.toLowerCase())
    for (const name of nodeClasses(node)) classes.add(name.toLowerCase())
    for (const [name, value] of nodeAttributes(node)) {
      attributes.add(name.toLowerCase())
      if (name === 'id') ids.add(value.toLowerCase())
    }
  }
  return { tags, classes, ids, attributes }
}

/** The nodes of a page that selectors see, those of the head and the html element too. */
function* elements(page: PageTree): Generator<PageNode> {
  const html = page.node(page.html)
  if (html) yield html
  if (page.head !== '') yield* page.walk(page.head)
  yield* page.walk()
}

/** Whether a selector list can match something on a page: a quick test by names, without false negatives. */
export function canMatch(selector: string, summary: PageSummary): boolean {
  const selectors = parseSelectors(selector)
  return selectors === undefined || selectors.some((each) => canMatchComplex(each, summary))
}

const canMatchComplex = ({ parts }: ComplexSelector, summary: PageSummary): boolean =>
  parts.every(({ compound }) => compound.every((simple) => canMatchSimple(simple, summary)))

function canMatchSimple(simple: SimpleSelector, summary: PageSummary): boolean {
  switch (simple.kind) {
    case 'type':
      return summary.tags.has(simple.name.toLowerCase())
    case 'class':
      return summary.classes.has(simple.name.toLowerCase())
    case 'id':
      return summary.ids.has(simple.name.toLowerCase())
    case 'attribute':
      return summary.attributes.has(simple.name.toLowerCase())
    case 'pseudo-class':
      if (simple.name === 'not' || !simple.selectors) return true
      return simple.selectors.some((each) => canMatchComplex(each, summary))
    default:
      return true
  }
}

/**
 * The rules that can apply to a page, as an ordered tree; `printRules` writes them. Animations, fonts and custom properties' definitions are kept where a kept
 * rule names them; comments between rules are left out.
 */
export function applyingRules(rules: readonly Rule[], summary: PageSummary): Rule[] {
  const styled = keepApplying(rules, (rule) => rule.kind === 'style' && canMatch(rule.prelude, summary), true)
  const used = cssNames(printRules(styled))
  return keepApplying(
    rules,
    (rule) => {
      if (rule.kind === 'style') return canMatch(rule.prelude, summary)
      if (rule.kind === 'comment') return false
      const defined = definedName(rule)
      return defined === undefined || used.has(defined)
    },
    false,
  )
}

function keepApplying(rules: readonly Rule[], wanted: (rule: Rule) => boolean, styledOnly: boolean): Rule[] {
  return rules.flatMap((rule) => {
    const isGroup = rule.kind === 'at' && rule.rules.length > 0 && !isKeyframes(rule.name)
    if (!isGroup) {
      if (!wanted(rule)) return []
      return rule.kind === 'style' && rule.rules.length > 0
        ? [{ ...rule, rules: keepApplying(rule.rules, wanted, styledOnly) }]
        : [rule]
    }
    const inner = keepApplying(rule.rules, wanted, styledOnly)
    return inner.length > 0 || (!styledOnly && rule.declarations.some(({ name }) => name !== ''))
      ? [{ ...rule, rules: inner }]
      : []
  })
}

/** The name that a rule defines for others, such as that of keyframes; undefined if it defines none. */
function definedName(rule: Rule): string | undefined {
  if (
    isKeyframes(rule.name) ||
    ['property', 'counter-style', 'font-palette-values', 'position-try'].includes(rule.name)
  ) {
    return unquoted(rule.selector.replace(/^@\S+\s*/, ''))
  }
  if (rule.name !== 'font-face') return undefined
  const family = rule.declarations.find(({ name }) => name === 'font-family')
  return family && unquoted(family.value)
}

const unquoted = (text: string) => unescapeName(text.trim().replace(/^(["'])(.*)\1$/, '$2'))

/** Every identifier and string of a text; families of several words are joined as well. */
function cssNames(css: string): Set<string> {
  const names = new Set<string>()
  let words: string[] = []
  for (const token of tokenize(css)) {
    if (token.type === 'whitespace') continue
    if (token.type !== 'ident' && token.type !== 'string') {
      words = []
      continue
    }
    const name = unquoted(css.slice(token.start, token.end))
    names.add(name)
    words = [...words.slice(-5), name]
    for (let from = 0; from < words.length - 1; from += 1) names.add(words.slice(from).join(' '))
  }
  return names
}

/** The classes that have a bare `.name {}` rule of their own, in the order of the stylesheet. */
export function classNames(rules: readonly Rule[]): string[] {
  const names = new Set<string>()
  for (const [rule] of walkRules(rules)) {
    const name = bareClass(rule)
    if (name !== undefined) names.add(name)
  }
  return [...names]
}

/** The class that a rule is about when it is a bare `.name {}` rule; undefined if it is an ambient one. */
export function bareClass(rule: Rule): string | undefined {
  if (rule.kind !== 'style') return undefined
  const [selector, other] = parseSelectors(rule.prelude) ?? []
  const [part, more] = selector?.parts ?? []
  const [simple, further] = part?.compound ?? []
  return !other && !more && !further && simple?.kind === 'class' ? simple.name : undefined
}
