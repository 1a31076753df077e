import { makeRule, type Rule } from '../css/rules.ts'
import { type ComplexSelector, parseSelectors, type SimpleSelector } from '../css/selector.ts'
import { splitSelectors } from '../css/splitSelectors.ts'
import { escapeName, tokenize, unescapeName } from '../css/tokenize.ts'

/** The selectors of a list, without the white space around them. */
export const trimmedSelectors = (list: string): string[] =>
  splitSelectors(list)
    .map((each) => each.trim())
    .filter((each) => each !== '')

/** Those that name a class, an id or an attribute: the others are about every such tag of the site. */
export const ownSelectors = (prelude: string): string[] =>
  trimmedSelectors(prelude).filter((selector) => parseSelectors(selector)?.every(isOwn) ?? false)

const isOwn = ({ parts }: ComplexSelector): boolean => parts.some(({ compound }) => compound.some(hasName))

function hasName(simple: SimpleSelector): boolean {
  if (simple.kind === 'pseudo-class') return simple.selectors?.some(isOwn) ?? false
  return simple.kind === 'class' || simple.kind === 'id' || simple.kind === 'attribute' || simple.kind === 'nesting'
}

export const withSelectors = (rule: Rule, selectors: readonly string[]): Rule => {
  const written = trimmedSelectors(rule.prelude)
  if (written.length === selectors.length) return rule
  return { ...rule, ...makeRule({ ...rule, prelude: `${selectors.join(', ')} ` }), rules: rule.rules }
}

/** The classes and ids that a selector list names. */
export function selectorNames(prelude: string): { classes: string[]; ids: string[] } {
  const classes: string[] = []
  const ids: string[] = []
  mapNames(prelude, (kind, name) => {
    ;(kind === 'class' ? classes : ids).push(name)
    return name
  })
  return { classes, ids }
}

/** A selector list with other names for some of its classes and ids. */
export function mapNames(prelude: string, name: (kind: 'class' | 'id', name: string) => string): string {
  let text = ''
  let dot = false
  for (const { type, start, end } of tokenize(prelude)) {
    const own = prelude.slice(start, end)
    if (type === 'ident' && dot) text += escapeName(name('class', unescapeName(own)))
    else if (type === 'hash') text += `#${escapeName(name('id', unescapeName(own.slice(1))))}`
    else text += own
    dot = type === 'delim' && own === '.'
  }
  return text
}

/** A rule's declarations, and its inner rules, as one text by which equal ones are recognised. */
export const ruleContent = (rule: Rule): string =>
  `{${rule.declarations
    .filter(({ name }) => name !== '')
    .map(({ name, value, important }) => `${name}:${value}${important ? '!' : ''}`)
    .join(';')};${rule.rules.map((inner) => `${inner.canonical}${ruleContent(inner)}`).join('')}}`
