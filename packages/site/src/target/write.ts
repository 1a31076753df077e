import type { Draft, View } from '@atelier/documents'
import { noChange } from '../css/change.ts'
import { createRule } from '../css/create.ts'
import { longhandsOf } from '../css/longhands.ts'
import { orderBetween } from '../css/order.ts'
import { parseBlock, parseCss, propertyName } from '../css/parse.ts'
import { type Rule, readRules } from '../css/rules.ts'
import { cssRefusal } from '../css/safety.ts'
import { parseSelectors } from '../css/selector.ts'
import { setAttribute, setClasses } from '../document/edit.ts'
import { nodeAttribute, nodeClasses, type PageTree } from '../document/tree.ts'
import { sheetEntry } from '../sheet/records.ts'
import { tokenLock } from '../tokens/lock.ts'
import { editAttribute } from './attribute.ts'
import { editRule, type StyleDeclarations } from './editRule.ts'
import { outlookOf } from './outlook.ts'
import { findGap, type Gap } from './place.ts'
import { findTarget, type TargetPlace } from './resolve.ts'
import type { StrongerRule, StyleTarget, TargetRefusal, TargetWish } from './types.ts'

/** The result of one property. */
export interface WrittenProperty {
  property: string
  /** The widths of the other frames in which it changes something. */
  changes: number[]
  /** The declarations that win over it in this frame; it does not show, or not whole, while they stand. */
  stronger: StrongerRule[]
}

export interface WrittenStyle {
  target: StyleTarget
  /** The rule that holds the declarations now; undefined if removing the last one removed it. */
  ruleId: string | undefined
  created: boolean
  properties: WrittenProperty[]
}

export type StyleOutcome =
  | { written: WrittenStyle; refused?: undefined }
  | { written?: undefined; refused: TargetRefusal & { property?: string } }

/**
 * The effect of properties in a target, before anything is written: the stronger rules, and the other frames.
 * @param pageId includes the rules that only this page has
 */
export function previewStyle(
  site: View,
  tree: PageTree,
  nodeId: string,
  wish: TargetWish,
  properties: readonly string[],
  pageId?: string,
):
  | { preview: { target: StyleTarget; properties: WrittenProperty[] }; refused?: undefined }
  | { preview?: undefined; refused: TargetRefusal } {
  const { found: place, refused } = findTarget(site, tree, nodeId, wish, pageId)
  if (!place) return { refused }
  const gap = place.rule || place.target.attribute ? undefined : findGap(place, longhandsOfAll(place, properties))
  const outlooks = properties.map((property) => ({ property, ...outlookOf(place, property, gap) }))
  return { preview: { target: place.target, properties: outlooks } }
}

/**
 * Writes declarations of an element to their target: into the rule that is there, else into a new one at its place.
 * Neither `!important` nor a longer selector is ever added; what is important stays so.
 * @param page the draft of the page, whose element gets the class that the target adds
 */
export function writeStyle(
  site: Draft,
  page: Draft,
  tree: PageTree,
  nodeId: string,
  wish: TargetWish,
  declarations: StyleDeclarations,
  newId: () => string,
  pageId?: string,
): StyleOutcome {
  const read = new Map<string, string | null>()
  for (const [name, value] of declarations) {
    const property = propertyName(name.trim())
    const checked = checkValue(property, value)
    if ('error' in checked) return { refused: { ...checked, property: name } }
    read.set(property, checked.value)
  }
  const { found: place, refused } = findTarget(site, tree, nodeId, wish, pageId)
  if (!place) return { refused }
  const locked = lockOf(site, place, [...read.keys()])
  if (locked) return { refused: locked }
  const set = [...read].flatMap(([property, value]) => (value === null ? [] : [[property, value] as const]))
  const gap =
    place.rule || place.target.attribute
      ? undefined
      : findGap(
          place,
          longhandsOfAll(
            place,
            set.map(([property]) => property),
          ),
        )
  const properties = [...read.keys()].map((property) => ({ property, ...outlookOf(place, property, gap) }))
  const { target } = place
  const node = tree.node(nodeId)
  if (set.length > 0 && node && target.addsClass !== undefined)
    setClasses(page, node, [...nodeClasses(node), target.addsClass])
  if (target.attribute) {
    if (node) setAttribute(page, node, 'style', editAttribute(nodeAttribute(node, 'style') ?? '', read, newId))
    return { written: { target, ruleId: undefined, created: false, properties } }
  }
  if (place.rule) {
    const isLeft = editRule(site, place.rule.rule.id, read, newId)
    return { written: { target, ruleId: isLeft ? place.rule.rule.id : undefined, created: false, properties } }
  }
  const ruleId = gap && set.length > 0 ? addRuleIn(site, place, gap, set, newId) : undefined
  return { written: { target, ruleId, created: ruleId !== undefined, properties } }
}

function longhandsOfAll({ cascade, target, around }: TargetPlace, properties: readonly string[]): Set<string> {
  const flow = cascade.flow(target.nodeId, around)
  return new Set(properties.flatMap((property) => longhandsOf(property, flow)))
}

/** A value as it is written, or why it is none. */
function checkValue(property: string, value: string | null): { value: string | null } | TargetRefusal {
  const hint = 'Send one property, such as "color", and its value, such as "red".'
  if (!/^-{0,2}[a-z_\u0080-\uffff\\][\w\u0080-\uffff\\-]*$/i.test(property)) {
    return { error: `“${property.slice(0, 60)}” is no property.`, hint }
  }
  if (value === null || value.trim() === '') return { value: null }
  const text = value.trim()
  if (/!\s*important$/i.test(text)) {
    return {
      error: 'A style is written without !important.',
      hint: 'Edit the rule that wins instead; `stronger` names it.',
    }
  }
  const [item, more] = parseBlock(`${property}: ${text}`).items
  if (item?.kind !== 'declaration' || more || item.text !== `${property}: ${text}`) {
    return { error: `“${text.slice(0, 60)}” is not one CSS value.`, hint }
  }
  const reason = cssRefusal(item.text)
  return reason ? { error: `The value was refused: ${reason}.`, hint: 'Leave that part out.' } : { value: text }
}

/** Why design tokens refuse a write: their classes and custom properties are changed through them. */
function lockOf(site: Draft, { target }: TargetPlace, properties: readonly string[]): TargetRefusal | undefined {
  const lock = tokenLock(site)
  const [selector, more] = parseSelectors(target.selector) ?? []
  const [simple, further] = selector?.parts.length === 1 ? (selector.parts[0]?.compound ?? []) : []
  if (!lock || !simple || further || more) return undefined
  const isRoot =
    (simple.kind === 'pseudo-class' && simple.name === 'root') || (simple.kind === 'type' && simple.name === 'html')
  const reasons = isRoot ? properties.map((property) => lock.variable(property)) : []
  if (simple.kind === 'class') reasons.push(lock.utility(simple.name))
  const reason = reasons.find((each) => each !== undefined)
  return reason === undefined
    ? undefined
    : { error: `\`${target.selector}\`: ${reason}.`, hint: 'Choose another class.' }
}

/** Writes a new rule into a gap, in the form of the rules around it. */
function addRuleIn(
  site: Draft,
  { target, ...place }: TargetPlace,
  { parent, siblings, index, wrap }: Gap,
  declarations: readonly (readonly [string, string])[],
  newId: () => string,
): string | undefined {
  const form = formOf(siblings, parent)
  const selector = `${target.selector}${target.state}`
  const lines = declarations.map(([property, value]) => `${property}: ${value}`)
  const text = [...wrap, selector].reduceRight<readonly string[]>(
    (inner, prelude) => block(prelude, inner, form.unit),
    lines,
  )
  const [item] = parseCss(form.isCompact ? compact([...wrap, selector], lines) : text.join(`\n${form.indent}`)).items
  if (item?.kind !== 'style' && item?.kind !== 'at') return undefined
  const sheet = place.cascade.sheets[place.part]?.sheet ?? ''
  const previous = siblings[index - 1]
  // The white space at the start of a stylesheet is printed only where its file is kept to the last character.
  const isFile = sheetEntry(site, sheet) !== undefined
  const before = previous || parent || !isFile ? form.before : ''
  const at = orderBetween(previous?.at ?? headOrder(site, target.sheet, parent), siblings[index]?.at)
  const made = createRule(site, newId, { ...item, before }, parent?.id ?? '', at, [], noChange(), sheet)
  // The former first rule of the stylesheet has no white space before it.
  const next = siblings[index]
  if (!parent && !previous && next && !form.isCompact && !next.before.includes('\n')) {
    const gap = { kind: 'comment', before: '\n\n', text: '', start: 0 } as const
    createRule(site, newId, gap, '', orderBetween(at, next.at), [], noChange(), sheet)
  }
  let inner = made
  while (inner && inner.rules.length > 0) inner = inner.rules[0]
  return inner?.id
}

/** The lines of a block: its prelude, what is in it, its end. */
function block(prelude: string, inner: readonly string[], unit: string): string[] {
  const isRule = inner.at(-1) === '}'
  return [`${prelude} {`, ...inner.map((line) => `${unit}${line}${isRule ? '' : ';'}`), '}']
}

const compact = (preludes: readonly string[], lines: readonly string[]) =>
  `${preludes.join('{')}{${lines.join(';')}${'}'.repeat(preludes.length)}`

interface Form {
  /** White space in front of the rule. */
  before: string
  /** The indentation of the rule. */
  indent: string
  /** One step of indentation. */
  unit: string
  /** The stylesheet has no white space between its rules and declarations. */
  isCompact: boolean
}

function formOf(siblings: readonly Rule[], parent: Rule | undefined): Form {
  const rules = siblings.filter(({ kind }) => kind === 'style' || kind === 'at')
  const model = rules.findLast(({ before }) => before.includes('\n'))
  const inside = rules.flatMap(({ declarations, rules: inner }) => [...declarations, ...inner])
  const isCompact = rules.length > 1 && [...siblings, ...inside].every(({ before }) => before === '')
  const indented = inside.find(({ before }) => /\n[ \t]+$/.test(before))
  const outer = parent === undefined ? '' : indentOf(parent.before)
  const indent = model ? indentOf(model.before) : parent ? `${outer}  ` : ''
  const unit = indented ? indentOf(indented.before).slice(indent.length) || '  ' : '  '
  const first = parent !== undefined && rules.length === 0
  const space = model ? model.before.replace(/[^\n]/g, '') : first || parent ? '\n' : '\n\n'
  return { before: isCompact ? '' : `${space.slice(0, 2)}${indent}`, indent, unit, isCompact }
}

const indentOf = (before: string) => before.slice(before.lastIndexOf('\n') + 1)

/** The order key of the last import of a stylesheet, which a page's reading of it leaves out. */
function headOrder(site: Draft, sheet: string, parent: Rule | undefined): string | undefined {
  if (parent) return undefined
  return readRules(site, sheet).findLast(({ name }) => name === 'import' || name === 'charset' || name === 'namespace')
    ?.at
}
