import { createMemoryView, type View } from '@atelier/documents'
import { createIdSpace, idsOf, renameIds } from '../compose/ids.ts'
import { printRules } from '../css/printCss.ts'
import { makeRule, type Rule, readRules, walkRules } from '../css/rules.ts'
import { parseSelectors } from '../css/selector.ts'
import { readSheets } from '../css/sheets.ts'
import { isKeyframes } from '../css/syntax.ts'
import type { Attribute } from '../document/node.ts'
import type { PageTree } from '../document/tree.ts'
import type { ParsedNode } from '../html/parse.ts'
import { upsertCss } from '../sheet/upsert.ts'
import { authoredTokens } from '../tokens/digest.ts'
import { siteFramework } from '../tokens/framework.ts'
import { mapNode, withClasses } from './attributes.ts'
import { cleanNodes } from './clean.ts'
import { mapNames, ownSelectors, ruleContent, selectorNames, trimmedSelectors } from './selectors.ts'

export interface Pasted {
  nodes: ParsedNode[]
  /** Rules for the site's sheet; a selector that exists already has the same content there. */
  css: string
  /** Custom properties that the site does not have, as one rule. */
  tokens: string
  /** Renamed or omitted parts, as sentences. */
  notes: string[]
}

/**
 * Fits pasted nodes and their CSS into a page: a class or an id that means something else there gets another name, and
 * rules of bare tags become classes of the pasted elements, so that nothing but these changes its look.
 * @param foreign it comes from another program: inline styles become classes, and what programs leave behind goes
 */
export function adaptPasted(
  site: View,
  tree: PageTree,
  nodes: readonly ParsedNode[],
  css: string,
  foreign: boolean,
): Pasted {
  const rules = readCss(css)
  const notes: string[] = []
  const { own, tokens } = takeTokens(site, rules)
  const tagged = tagsToClasses(own)
  let shown = addTagClasses(nodes, tagged.tags)
  let all = tagged.rules
  if (foreign) {
    const cleaned = cleanNodes(shown, classesOf(all))
    shown = cleaned.nodes
    all = [...all, ...readCss(cleaned.css)]
  }
  const theirs = new Map([...rulesByClass(readSheets(site))].map(([name, own]) => [name, new Set(own.map(ruleKey))]))
  const classes = newClassNames(theirs, all)
  const ids = createIdSpace(idsIn(shown), idsOf(tree, tree.root))
  const renamed = (kind: 'class' | 'id', name: string) =>
    kind === 'class' ? (classes.get(name) ?? name) : ids.has(name) ? ids.rename(name) : name
  const fitted = shown.map((node) => mapAttributes(node, (attributes) => renameAll(attributes, classes, ids)))
  for (const [from, to] of classes) notes.push(`The class "${from}" means something else here, so it is "${to}" now.`)
  const shownCss = printRules(
    fresh(
      mapPreludes(all, (prelude) => mapNames(prelude, renamed)),
      theirs,
    ),
  )
  return { nodes: fitted, css: shownCss, tokens, notes }
}

function readCss(css: string): Rule[] {
  const view = createMemoryView()
  let count = 0
  upsertCss(view, css, () => `r${(count++).toString(36)}`)
  return readRules(view)
}

/** Takes the custom properties of `:root` out of the rules, and keeps those that the site does not have. */
function takeTokens(site: View, rules: readonly Rule[]): { own: Rule[]; tokens: string } {
  const known = new Set([...siteFramework(site).variables, ...authoredTokens(site)].map(({ name }) => name))
  const isRoot = (rule: Rule) => rule.kind === 'style' && /^(:root|html)$/.test(rule.canonical)
  const fresh = rules
    .filter(isRoot)
    .flatMap(({ declarations }) => declarations)
    .filter(({ name }) => name.startsWith('--') && !known.has(name))
  const tokens = fresh.length > 0 ? `:root {\n${fresh.map(({ text }) => `  ${text};\n`).join('')}}` : ''
  return { own: rules.filter((rule) => !isRoot(rule)), tokens }
}

/** Turns rules of one bare tag into rules of a class; those of several, or of everything, are about other pages. */
function tagsToClasses(rules: readonly Rule[]): { rules: Rule[]; tags: Map<string, string> } {
  const tags = new Map<string, string>()
  const convert = (selector: string): string[] => {
    if (ownSelectors(selector).length > 0) return [selector]
    const [complex, other] = parseSelectors(selector) ?? []
    const [first] = complex?.parts[0]?.compound ?? []
    const isOne = complex && !other && complex.parts.length === 1
    if (!isOne || first?.kind !== 'type' || /^(html|body)$/i.test(first.name)) return []
    const name = `pasted-${first.name.toLowerCase()}`
    tags.set(first.name.toLowerCase(), name)
    return [`.${name}${selector.slice(first.name.length)}`]
  }
  const walk = (list: readonly Rule[], inStyle: boolean): Rule[] =>
    list.flatMap((rule) => {
      if (isNoSelector(rule)) return [rule]
      const inner = walk(rule.rules, inStyle || rule.kind === 'style')
      if (rule.kind !== 'style' || inStyle)
        return rule.rules.length > 0 && inner.length === 0 ? [] : [{ ...rule, rules: inner }]
      const selectors = trimmedSelectors(rule.prelude).flatMap(convert)
      return selectors.length > 0 ? [withPrelude({ ...rule, rules: inner }, `${selectors.join(', ')} `)] : []
    })
  return { rules: walk(rules, false), tags }
}

const withPrelude = (rule: Rule, prelude: string): Rule => ({ ...makeRule({ ...rule, prelude }), rules: rule.rules })

function mapPreludes(rules: readonly Rule[], map: (prelude: string) => string): Rule[] {
  return rules.map((rule) => {
    if (isNoSelector(rule)) return rule
    const inner = { ...rule, rules: mapPreludes(rule.rules, map) }
    return rule.kind === 'style' ? withPrelude(inner, map(rule.prelude)) : inner
  })
}

function addTagClasses(nodes: readonly ParsedNode[], tags: ReadonlyMap<string, string>): ParsedNode[] {
  if (tags.size === 0) return [...nodes]
  return nodes.map((node) =>
    mapNode(node, (each) => {
      const name = tags.get(each.tag ?? '')
      return name === undefined ? each : { ...each, attrs: withClasses(each.attrs ?? [], (own) => [...own, name]) }
    }),
  )
}

/** The classes that rules name. */
const classesOf = (rules: readonly Rule[]): Set<string> =>
  new Set([
    ...rulesByClass(rules).keys(),
    ...[...walkRules(rules)].flatMap(([{ kind, prelude }]) => (kind === 'style' ? selectorNames(prelude).classes : [])),
  ])

/** The rules that the site does not have yet, each in its groups. */
function fresh(
  rules: readonly Rule[],
  theirs: ReadonlyMap<string, ReadonlySet<string>>,
  around: readonly Rule[] = [],
): Rule[] {
  return rules.flatMap((rule) => {
    if (rule.kind === 'at' && rule.rules.length > 0 && !isNoSelector(rule)) {
      const inner = fresh(rule.rules, theirs, [...around, rule])
      return inner.length > 0 ? [{ ...rule, rules: inner }] : []
    }
    const own = classRules(rule, around)
    const isKnown = own.length > 0 && own.every(([name, each]) => theirs.get(name)?.has(ruleKey(each)))
    return isKnown ? [] : [rule]
  })
}

/** Other names for the classes of which the site has rules that say something else. */
function newClassNames(theirs: ReadonlyMap<string, ReadonlySet<string>>, rules: readonly Rule[]): Map<string, string> {
  const names = new Map<string, string>()
  for (const [name, own] of rulesByClass(rules)) {
    const isSame = (candidate: string) => {
      const rename = (kind: 'class' | 'id', each: string) =>
        kind === 'id' ? each : each === name ? candidate : (names.get(each) ?? each)
      const there = theirs.get(candidate)
      return own.every((rule) => {
        const renamed = { ...rule, selector: mapNames(rule.selector, rename) }
        return !there || there.has(ruleKey(renamed))
      })
    }
    let free = name
    for (let number = 2; !isSame(free); number += 1) free = `${name}-${number}`
    if (free !== name) names.set(name, free)
  }
  return names
}

/** One selector of a rule, and what the rule sets under which conditions. */
interface ClassRule {
  selector: string
  content: string
}

/** The key by which equal rules are recognised. */
const ruleKey = ({ selector, content }: ClassRule): string => `${selector}\n${content}`

/** The rules of each class, one for each selector: those that name it first. */
function rulesByClass(rules: readonly Rule[]): Map<string, ClassRule[]> {
  const found = new Map<string, ClassRule[]>()
  for (const [rule, around] of walkRules(rules)) {
    for (const [name, each] of classRules(rule, around)) {
      const known = found.get(name)
      if (known) known.push(each)
      else found.set(name, [each])
    }
  }
  return found
}

function classRules(rule: Rule, around: readonly Rule[]): [name: string, rule: ClassRule][] {
  if (rule.kind !== 'style' || around.some(isNoSelector)) return []
  const content = `${around.map(({ canonical }) => canonical).join(' ')} ${ruleContent(rule)}`
  return trimmedSelectors(rule.canonical).flatMap((selector): [string, ClassRule][] => {
    const [name] = selectorNames(selector).classes
    return name === undefined ? [] : [[name, { selector, content }]]
  })
}

/** The text before the blocks of an animation looks like a selector. */
const isNoSelector = ({ name }: Rule): boolean => isKeyframes(name)

function idsIn(nodes: readonly ParsedNode[]): Set<string> {
  const ids = new Set<string>()
  const stack = nodes.toReversed()
  for (let node = stack.pop(); node; node = stack.pop()) {
    const id = node.attrs?.find(([name]) => name === 'id')?.[1]
    if (id) ids.add(id)
    for (const child of node.children ?? []) stack.push(child)
  }
  return ids
}

function renameAll(
  attributes: readonly Attribute[],
  classes: ReadonlyMap<string, string>,
  ids: ReturnType<typeof createIdSpace>,
): readonly Attribute[] {
  const named =
    classes.size > 0 ? withClasses(attributes, (own) => own.map((name) => classes.get(name) ?? name)) : attributes
  return renameIds(named, ids).map(([name, value]): Attribute => {
    if (name !== 'style') return [name, value]
    return [
      name,
      value.replace(/url\(#([\w-]{1,200})\)/g, (all, id: string) => (ids.has(id) ? `url(#${ids.rename(id)})` : all)),
    ]
  })
}

const mapAttributes = (node: ParsedNode, map: (attributes: readonly Attribute[]) => readonly Attribute[]): ParsedNode =>
  mapNode(node, (each) => (each.attrs ? { ...each, attrs: map(each.attrs) } : each))
