import { createDerived, type Derivation, type View } from '@atelier/documents'
import { layer, type Table } from '../document/table.ts'
import { canonical, oneLine } from './normalize.ts'
import { propertyName } from './parse.ts'
import { type RuleKind, readBirth, readLaterDeclaration, ruleEdits, ruleKey, rulePrefix } from './records.ts'
import { tokenize } from './tokenize.ts'

/** A declaration of a stored rule, or a comment between declarations (`name` is then empty). */
export interface Declaration {
  id: string
  /** Order key; rules nested in the same block share this order. */
  at: string
  before: string
  /** As authored, without the semicolon. */
  text: string
  /** The property, in lower case unless it is a custom one. */
  name: string
  /** The value without `!important`. */
  value: string
  important: boolean
  /** Whether it was added after the creation of its rule. */
  later: boolean
}

/** A rule of the live stylesheet. */
export interface Rule {
  id: string
  kind: RuleKind
  /** The id of the rule around it, or empty. */
  parent: string
  at: string
  before: string
  /** As authored, with the white space before the `{`; the whole text of a `statement`, `raw` or `comment`. */
  prelude: string
  /** The prelude in its canonical spelling, by which rules are compared; see `canonical`. */
  canonical: string
  /** The at-keyword in lower case without `@`; empty for style rules and comments. */
  name: string
  /** For showing: the selector, or the at-rule with its condition, on one line. */
  selector: string
  declarations: Declaration[]
  /** Rules inside this one's block, in order. */
  rules: Rule[]
  tail: string
  bare: boolean
  sheet: string
}

/** Orders siblings by order key; equal keys, which two people can make at once, by id. */
export const bySiblingOrder = (a: { at: string; id: string }, b: { at: string; id: string }) =>
  a.at < b.at ? -1 : a.at > b.at ? 1 : a.id < b.id ? -1 : a.id > b.id ? 1 : 0

/** A rule with the declarations that it has now, without the rules inside it. */
type ReadRule = Omit<Rule, 'rules' | 'declarations'> & { readonly declarations: readonly Declaration[] }

/** The rules that are there, of every stylesheet, by id. */
const ruleReader: Derivation<Table<ReadRule>> = {
  read(view) {
    const edits = ruleEdits(view)
    const rules = new Map<string, ReadRule>()
    for (const key of view.keys(rulePrefix)) {
      if (key.includes('/')) continue
      const id = key.slice(rulePrefix.length)
      const rule = readRule(view, id, edits.get(id))
      if (rule) rules.set(id, rule)
    }
    return rules
  },
  over: layer,
  update(rules, view, keys) {
    const changed = new Set<string>()
    for (const key of keys) {
      if (key.startsWith(rulePrefix)) changed.add(key.slice(rulePrefix.length).split('/', 1)[0] ?? '')
    }
    for (const id of changed) {
      const rule = readRule(view, id, ruleEdits(view, id).get(id))
      if (rule) rules.set(id, rule)
      else rules.delete(id)
    }
  },
}

const rulesOf = createDerived(ruleReader)

/**
 * The stylesheet as an ordered tree: the top rules of `sheet` (the site's, unless a page's id is given). The tree is the
 * caller's own. Only what was written since the last reading is read again, also in a draft.
 */
export function readRules(view: View, sheet = ''): Rule[] {
  return treeOf(view, sheet, (rule) => ({ ...rule, declarations: rule.declarations.slice(), rules: [] }))
}

function treeOf(view: View, sheet: string, ruleOf: (read: ReadRule, holdsRules: boolean) => Rule): Rule[] {
  const read: ReadRule[] = []
  const parents = new Set<string>()
  for (const [, rule] of rulesOf(view).current().entries()) {
    if (rule.sheet !== sheet) continue
    read.push(rule)
    parents.add(rule.parent)
  }
  const rules = new Map(read.map((rule) => [rule.id, ruleOf(rule, parents.has(rule.id))]))
  const top: Rule[] = []
  for (const rule of rules.values()) {
    if (!rule.parent) top.push(rule)
    else rules.get(rule.parent)?.rules.push(rule)
  }
  for (const rule of rules.values()) if (rule.rules.length > 1) rule.rules.sort(bySiblingOrder)
  return top.sort(bySiblingOrder)
}

/** The rules of every stylesheet that are there, without the tree that they make, in no order that means anything. */
export function* everyRule(view: View): Generator<ReadRule> {
  for (const [, rule] of rulesOf(view).current().entries()) yield rule
}

/** One rule as it is stored, without the rules inside it; undefined if it is not there. */
export function storedRule(view: View, id: string): ReadRule | undefined {
  return rulesOf(view).current().get(id)
}

/** Trees that are kept until a rule of their view changes. */
const trees = new WeakMap<object, { version: number; bySheet: Map<string, readonly Rule[]> }>()

/** Rules that hold no others, by what they were read from. */
const leaves = new WeakMap<ReadRule, Rule>()

function sharedRule(read: ReadRule, holdsRules: boolean): Rule {
  const known = holdsRules ? undefined : leaves.get(read)
  if (known) return known
  const made = { ...read, declarations: read.declarations.slice(), rules: [] }
  if (!holdsRules) leaves.set(read, made)
  return made
}

/**
 * As `readRules`, but every caller gets the same tree until a rule changes, and the next tree has the same objects for the
 * rules that hold no others and did not change: what is known of one stays known. Callers MUST NOT change any of them.
 */
export function sharedRules(view: View, sheet = ''): readonly Rule[] {
  const { feed } = view
  if (!feed) return treeOf(view, sheet, sharedRule)
  const version = rulesOf(view).version()
  let known = trees.get(feed)
  if (known?.version !== version) {
    known = { version, bySheet: new Map() }
    trees.set(feed, known)
  }
  const shared = known.bySheet.get(sheet) ?? treeOf(view, sheet, sharedRule)
  known.bySheet.set(sheet, shared)
  return shared
}

function readRule(view: View, id: string, edits: ReadonlyMap<string, unknown> | undefined): ReadRule | undefined {
  const birth = readBirth(view.get(ruleKey(id)))
  if (!birth || edits?.get('deleted') === true) return undefined
  const edited = (field: string) => {
    const value = edits?.get(field)
    return typeof value === 'string' ? value : undefined
  }
  const declarations: Declaration[] = []
  const born = new Set<string>()
  for (const [declarationId, at, before, text] of birth.declarations) {
    born.add(declarationId)
    const field = `d:${declarationId}`
    if (edits?.get(field) === null) continue
    declarations.push(declaration(declarationId, at, before, edited(field) ?? text, false))
  }
  for (const field of edits?.keys() ?? []) {
    if (!field.startsWith('d:') || born.has(field.slice(2))) continue
    const later = readLaterDeclaration(view.get(`${ruleKey(id)}/${field}`))
    if (later) declarations.push(declaration(field.slice(2), later.at, later.before, later.text, true))
  }
  return makeRule({
    ...birth,
    id,
    at: edited('at') ?? birth.at,
    before: edited('before') ?? birth.before,
    prelude: edited('prelude') ?? birth.prelude,
    declarations: declarations.sort(bySiblingOrder),
  })
}

/** Sets the fields that are derived from the rule's text. */
export function makeRule(rule: Omit<Rule, 'name' | 'selector' | 'canonical' | 'rules'>): Rule {
  const name =
    rule.kind === 'style' || rule.kind === 'comment' || rule.kind === 'bad'
      ? ''
      : propertyName(/^@((?:[-\w\u0080-\uffff]|\\.)+)/.exec(rule.prelude)?.[1] ?? '')
  const spelling = rule.kind === 'comment' || rule.kind === 'bad' ? rule.prelude : canonical(rule.prelude)
  return { ...rule, name, selector: oneLine(rule.prelude), canonical: spelling, rules: [] }
}

/** Parses a declaration's text. */
export function declaration(id: string, at: string, before: string, text: string, later: boolean): Declaration {
  return { id, at, before, text, later, ...readDeclaration(text) }
}

/** The property, value and importance of a declaration's text; all empty for a comment. */
export function readDeclaration(text: string): { name: string; value: string; important: boolean } {
  const colon = text.startsWith('/*') ? -1 : text.indexOf(':')
  if (colon < 0) return { name: '', value: '', important: false }
  const name = propertyName(
    text
      .slice(0, colon)
      .replace(/\/\*[\s\S]*?(?:\*\/|$)/g, '')
      .trim(),
  )
  const value = text.slice(colon + 1).trim()
  const end = importantStart(value)
  return end !== undefined
    ? { name, value: value.slice(0, end).trimEnd(), important: true }
    : { name, value, important: false }
}

/** The position of the `!` of a value's `!important`; undefined if it has none. */
function importantStart(value: string): number | undefined {
  const plain = /!\s*important$/i.exec(value)
  if (plain) return plain.index
  if (!value.includes('*/') || !/important$/i.test(value)) return undefined
  const [mark, word] = tokenize(value)
    .filter(({ type }) => type !== 'comment' && type !== 'whitespace')
    .slice(-2)
  const isMark = mark !== undefined && value.slice(mark.start, mark.end) === '!'
  return isMark && word && /^important$/i.test(value.slice(word.start, word.end)) ? mark.start : undefined
}

/** Every rule with the rules around it, outermost first, in document order. */
export function* walkRules(rules: readonly Rule[], around: readonly Rule[] = []): Generator<[Rule, readonly Rule[]]> {
  for (const rule of rules) {
    yield [rule, around]
    yield* walkRules(rule.rules, [...around, rule])
  }
}
