import type { Draft } from '@atelier/documents'
import { type CssChange, noChange, pathSelector } from '../css/change.ts'
import { createRule } from '../css/create.ts'
import { mergeDeclarations, sameContent } from '../css/merge.ts'
import { canonical, oneLine } from '../css/normalize.ts'
import { orderBetween } from '../css/order.ts'
import { overlap } from '../css/overlap.ts'
import { parseCss } from '../css/parse.ts'
import { type Rule, readRules } from '../css/rules.ts'
import { cssRefusal } from '../css/safety.ts'
import { SITE_SHEET, sheetOrder } from '../css/sheets.ts'
import { type BlockItem, groupingAtRules, type Item, isKeyframes, type VerbatimItem } from '../css/syntax.ts'
import { missingEnd } from '../css/tokenize.ts'
import { type TokenLock, tokenLock } from '../tokens/lock.ts'
import { withoutLocked } from './locked.ts'

/** The maximum number of such rules: inserting one between the others takes longer the more there are. */
const MAX_HEADS = 1_000

/**
 * Applies authored CSS to the stylesheet, as `applyCss` does. A rule merges into the rule that existed before the call
 * with the same selector in the same context (the last such rule); a selector that the payload repeats stays
 * repeated, in order. Everything else is appended, at the end if an earlier position would change the cascade.
 * CSS that a browser would drop is dropped and reported in `errors`; CSS that could run script, or that design tokens
 * own, is refused and listed in `skipped`.
 * @param sheet the only stylesheet to change. Without it, rules merge into those of any stylesheet of the site, and new
 *   rules go into the site's own
 * @param pageId the current page: the payload merges into rules that only this page has before all others, since they
 *   determine its rendering
 */
export function upsertCss(draft: Draft, css: string, newId: () => string, sheet?: string, pageId?: string): CssChange {
  return new Application(draft, newId, 'merge', sheet, pageId).apply(css)
}

/**
 * Adds CSS that came along with structure. A selector that the stylesheet has already (in the same context) is
 * left as it is, and listed in `skipped`; everything else is appended as by `upsertCss`.
 */
export function addCss(draft: Draft, css: string, newId: () => string, sheet?: string): CssChange {
  return new Application(draft, newId, 'add', sheet).apply(css)
}

/**
 * The target of new rules: the top of the sheet, or a block. `path` names the enclosing preludes, outermost first;
 * `scope` does the same to identify the stored rule: it starts at the nearest style rule, which it identifies by its
 * id.
 */
interface Place {
  rule: Rule | undefined
  path: readonly string[]
  scope: readonly string[]
}

class Application {
  readonly #draft: Draft
  readonly #newId: () => string
  readonly #mode: 'merge' | 'add'
  readonly #change = noChange()
  /** The stylesheet that new rules go into. */
  readonly #sheet: string
  readonly #top: Rule[]
  /** The top rules of the other stylesheets, which are all weaker. */
  readonly #others: readonly Rule[]
  readonly #lock: TokenLock | undefined
  /** Rules from before the call, by context and selector, in order. */
  readonly #old = new Map<string, Rule[]>()
  readonly #oldRules = new Set<Rule>()
  /** Comments, statements and opaque at-rules from before the call, by context and text. */
  readonly #oldTexts = new Set<string>()
  /** How often the payload has each selector, and how many of these have been applied. */
  readonly #repeats = new Map<string, { count: number; seen: number }>()
  /** Blocks that this call created because the old one was unsuitable, by their path. */
  readonly #shells = new Map<string, Rule>()
  readonly #byId = new Map<string, Rule>()
  /** The number of rules that are valid only before all others; counted when the first such rule is added. */
  #heads: number | undefined

  constructor(draft: Draft, newId: () => string, mode: 'merge' | 'add', sheet: string | undefined, pageId?: string) {
    this.#draft = draft
    this.#newId = newId
    this.#mode = mode
    this.#sheet = sheet ?? SITE_SHEET
    this.#top = readRules(draft, this.#sheet)
    const others = sheet === undefined ? sheetOrder(draft).filter((each) => each !== SITE_SHEET) : []
    this.#others = others.flatMap((each) => readRules(draft, each))
    this.#lock = sheet === undefined ? tokenLock(draft) : undefined
    this.#index(this.#others, '')
    this.#index(this.#top, '')
    // A payload rule merges into the last rule with its selector, so the page's own rules come after all others.
    if (pageId !== undefined) this.#index(readRules(draft, pageId), '')
  }

  #index(rules: readonly Rule[], around: string): void {
    for (const rule of rules) {
      this.#byId.set(rule.id, rule)
      this.#oldRules.add(rule)
      const inside = around + rule.canonical
      if (rule.kind !== 'style' && rule.kind !== 'at') this.#oldTexts.add(around + rule.prelude.trim())
      const own = rule.kind === 'style' ? rule.id : inside
      for (const { name, text } of rule.declarations) if (name === '') this.#oldTexts.add(`${own}\n${text.trim()}`)
      const same = this.#old.get(inside)
      if (same) same.push(rule)
      else this.#old.set(inside, [rule])
      if (rule.rules.length > 0) this.#index(rule.rules, rule.kind === 'style' ? `${rule.id}\n` : `${inside}\n`)
    }
  }

  apply(css: string): CssChange {
    const end = missingEnd(css)
    const sheet = parseCss(css + end)
    this.#change.errors.push(...(end === '' ? sheet : parseCss(css)).errors)
    const items = this.#lock ? withoutLocked(sheet.items, this.#lock, this.#change) : sheet.items
    this.#count(items, [])
    this.#place(items, { rule: undefined, path: [], scope: [] })
    return this.#change
  }

  /** Counts the rules of a payload, except those inside style rules, which are counted once their parent is known. */
  #count(items: readonly Item[], scope: readonly string[]): void {
    for (const item of items) {
      if (item.kind !== 'style' && item.kind !== 'at') continue
      const prelude = canonical(item.prelude)
      const key = rulePathKey(scope, prelude)
      const repeat = this.#repeats.get(key)
      if (repeat) repeat.count += 1
      else this.#repeats.set(key, { count: 1, seen: 0 })
      if (item.kind === 'at') this.#count(item.items, [...scope, prelude])
    }
  }

  /** The old rule into which the next payload rule with this key merges. */
  #match(key: string): Rule | undefined {
    const old = this.#old.get(key) ?? []
    const repeat = this.#repeats.get(key) ?? { count: 1, seen: 0 }
    const index = repeat.seen + Math.max(0, old.length - repeat.count)
    repeat.seen += 1
    return old[index]
  }

  #place(items: readonly Item[], place: Place): void {
    let comments: Item[] = []
    const append = (item: Item, target: Place) => {
      for (const comment of comments) this.#create(comment, target)
      comments = []
      this.#create(item, target)
    }
    for (const item of items) {
      if (item.kind === 'bad' || item.kind === 'declaration') continue
      if (item.kind === 'comment') {
        if (!this.#hasOld(place, item.text)) comments.push(item)
        continue
      }
      if (item.kind === 'statement' || item.kind === 'raw') {
        this.#verbatim(item, place, append)
        continue
      }
      const key = rulePathKey(place.scope, canonical(item.prelude))
      if (item.kind === 'at' && groupingAtRules.has(item.name)) {
        this.#group(item, place, comments)
        comments = []
      } else {
        const old = item.name === 'font-face' ? this.#sameFont(key, item) : this.#match(key)
        if (!old) append(item, this.#roomFor(item, place))
        else if (this.#mode === 'merge') this.#merge(old, item, place)
        else
          this.#skip(
            place,
            item.prelude,
            sameContent(old, item) ? 'already there' : 'this selector has a rule already; applyCss changes it',
          )
      }
    }
    for (const comment of comments) this.#create(comment, place)
  }

  #skip(place: Place, selector: string, reason: string): void {
    this.#change.skipped.push({ selector: pathSelector(place.path, oneLine(selector)), reason })
  }

  #hasOld(place: Place, text: string): boolean {
    return this.#oldTexts.has(rulePathKey(place.scope, text.trim()))
  }

  #siblings(place: Place): Rule[] {
    return place.rule ? place.rule.rules : this.#top
  }

  /** Two `@font-face` rules are two fonts unless they are identical. */
  #sameFont(key: string, item: BlockItem): Rule | undefined {
    return this.#old.get(key)?.find((rule) => sameContent(rule, item))
  }

  #verbatim(item: VerbatimItem, place: Place, append: (item: Item, place: Place) => void): void {
    const refused = this.#refuseVerbatim(item, place)
    if (refused) this.#skip(place, item.text, refused)
    else if (this.#hasOld(place, item.text)) {
      if (this.#mode === 'add') this.#skip(place, item.text, 'already there')
    } else if (isHead(item) && this.#oldRules.size > 0) {
      this.#heads ??= this.#top.filter(isHead).length
      if (this.#heads < MAX_HEADS) this.#createHead(item)
      else this.#skip(place, item.text, `a stylesheet takes at most ${MAX_HEADS} @import and @namespace`)
      this.#heads += 1
    } else append(item, place)
  }

  #refuseVerbatim(item: VerbatimItem, place: Place): string | undefined {
    if (isHead(item) && place.rule) return `@${item.name} counts only at the top of a stylesheet`
    if (item.name === 'charset' && this.#top.length > 0 && !this.#hasOld(place, item.text)) {
      return '@charset counts only as the first thing; the sheet is UTF-8'
    }
    return cssRefusal(item.text)
  }

  /** `@import` and `@namespace` are valid only before all rules: a new one follows the existing ones. */
  #createHead(item: VerbatimItem): void {
    let index = 0
    for (const [i, rule] of this.#top.entries()) {
      const goesFirst = isHead(rule) && (rule.name !== 'namespace' || item.name === 'namespace')
      if (goesFirst) index = i + 1
      else if (rule.kind !== 'comment' && !(rule.kind === 'statement' && rule.name === 'layer')) break
    }
    const at = orderBetween(this.#top[index - 1]?.at, this.#top[index]?.at)
    const next = this.#top[index]
    // The formerly first rule has no line break before it, so the new one adds it.
    const text = next?.before === '' ? `${item.text}\n` : item.text
    const placed = { ...item, text, before: index > 0 ? '\n' : '' }
    const rule = createRule(this.#draft, this.#newId, placed, '', at, [], this.#change, this.#sheet)
    if (rule) this.#top.splice(index, 0, rule)
  }

  #group(item: BlockItem, place: Place, comments: readonly Item[]): void {
    const prelude = canonical(item.prelude)
    const key = rulePathKey(place.scope, prelude)
    const path = [...place.path, prelude]
    const hasRules = item.items.some((inner) => inner.kind !== 'bad' && inner.kind !== 'declaration')
    const declarations = item.items.filter((inner) => inner.kind === 'declaration')
    const all = this.#old.get(key)
    const old = all?.findLast(({ sheet }) => sheet === this.#sheet) ?? all?.at(-1)
    if (!old) {
      const home = this.#roomFor(item, place)
      for (const comment of comments) this.#create(comment, home)
      this.#create(item, home)
      return
    }
    if (declarations.length > 0) {
      // Declarations directly inside `@media` within a style rule.
      if (this.#mode === 'merge') this.#mergeInto(old, { ...item, items: declarations }, place)
      else this.#skip(place, item.prelude, 'declarations here exist already')
    }
    if (hasRules) this.#place(item.items, { rule: old, path, scope: [...place.scope, prelude] })
  }

  #merge(rule: Rule, item: BlockItem, place: Place): void {
    if (isKeyframes(item.name)) {
      // The last @keyframes of a name replaces all earlier ones completely.
      if (sameContent(rule, item)) return
      this.#replaceFrames(rule, item, place)
      return
    }
    this.#mergeInto(rule, item, place)
    const nested = item.items.filter(
      (inner) => inner.kind !== 'declaration' && inner.kind !== 'bad' && inner.kind !== 'comment',
    )
    if (nested.length === 0) return
    const scope = item.kind === 'style' ? [rule.id] : [...place.scope, canonical(item.prelude)]
    if (item.kind === 'style') this.#count(nested, scope)
    this.#place(nested, { rule, path: [...place.path, canonical(item.prelude)], scope })
  }

  #mergeInto(rule: Rule, item: BlockItem, place: Place): void {
    const selector = pathSelector(place.path, oneLine(item.prelude))
    const set = mergeDeclarations(this.#draft, rule, item, this.#newId, selector, this.#change)
    if (set.length > 0) this.#change.updated.push({ id: rule.id, selector, declarations: set })
  }

  #replaceFrames(rule: Rule, item: BlockItem, place: Place): void {
    for (const frame of rule.rules) this.#draft.set(`rule:${frame.id}/deleted`, true)
    rule.rules.length = 0
    let at: string | undefined
    const quiet = noChange()
    for (const inner of item.items) {
      at = orderBetween(at, undefined)
      const frame = createRule(this.#draft, this.#newId, inner, rule.id, at, [], quiet, rule.sheet)
      if (frame) rule.rules.push(frame)
    }
    this.#change.skipped.push(...quiet.skipped)
    const selector = pathSelector(place.path, oneLine(item.prelude))
    this.#change.updated.push({ id: rule.id, selector, declarations: rule.rules.map((frame) => frame.selector) })
  }

  #create(item: Item, place: Place): void {
    const siblings = this.#siblings(place)
    const behind = [siblings.at(-1)?.at, place.rule?.declarations.at(-1)?.at].filter((at) => at !== undefined).sort()
    const before = place.rule ? item.before : this.#spaceAtTop(item)
    const rule = createRule(
      this.#draft,
      this.#newId,
      { ...item, before },
      place.rule?.id ?? '',
      orderBetween(behind.at(-1), undefined),
      place.path,
      this.#change,
      place.rule?.sheet ?? this.#sheet,
    )
    if (!rule) return
    siblings.push(rule)
    this.#remember(rule)
  }

  /** White space before a new top rule: a payload's first rule starts a line of its own. */
  #spaceAtTop(item: Item): string {
    const last = this.#top.at(-1)
    if (!last) return item.before.trimStart()
    return this.#oldRules.has(last) && !item.before.includes('\n') ? separator(item) : item.before
  }

  #remember(rule: Rule): void {
    this.#byId.set(rule.id, rule)
    for (const inner of rule.rules) this.#remember(inner)
  }

  /**
   * The target of a new rule: the existing block, if no later rule sets the same properties;
   * otherwise a new block of the same kind at the end, so that the rule wins over earlier ones, as authored.
   */
  #roomFor(item: BlockItem, place: Place): Place {
    // If this call has already created a block for this context, later rules go into it too.
    const rule = this.#shells.get(rulePathKey(place.scope, '')) ?? place.rule
    if (!rule || !groupingAtRules.has(rule.name)) return place
    const properties = itemProperties(item)
    if (this.#isHome(rule) && !this.#isOvertaken(rule, properties)) return { ...place, rule }
    return { ...place, rule: this.#shellFor(rule, this.#around(rule, place), properties) }
  }

  /** Whether new rules may go into a block: not if it is in another stylesheet, unless a style rule contains it. */
  #isHome(rule: Rule): boolean {
    if (rule.sheet === this.#sheet) return true
    const outer = this.#byId.get(rule.parent)
    return outer !== undefined && (outer.kind === 'style' || this.#isHome(outer))
  }

  #around(rule: Rule, place: Place): Place {
    return { rule: this.#byId.get(rule.parent), path: place.path.slice(0, -1), scope: place.scope.slice(0, -1) }
  }

  /** A new, empty copy of a grouping rule after all rules that would override it. */
  #shellFor(rule: Rule, place: Place, properties: ReadonlySet<string>): Rule {
    const outer = place.rule
    let home = outer
    if (outer && groupingAtRules.has(outer.name) && !(this.#isHome(outer) && !this.#isOvertaken(outer, properties))) {
      home = this.#shellFor(outer, this.#around(outer, place), properties)
    }
    const siblings = home ? home.rules : this.#top
    const last = siblings.at(-1)
    const reusable = last && last.canonical === rule.canonical ? last : undefined
    if (reusable) return reusable
    const shell: BlockItem = {
      kind: 'at',
      before: rule.before || '\n\n',
      name: rule.name,
      prelude: rule.prelude,
      items: [],
      tail: rule.tail,
      close: '}',
      start: 0,
    }
    const at = orderBetween(last?.at, undefined)
    const sheet = home?.sheet ?? this.#sheet
    const created = createRule(this.#draft, this.#newId, shell, home?.id ?? '', at, place.path, noChange(), sheet)
    if (!created) return rule
    siblings.push(created)
    this.#remember(created)
    this.#shells.set(rulePathKey([...place.scope, rule.canonical], ''), created)
    return created
  }

  /** Whether a rule after this block, at any level, sets one of these properties. */
  #isOvertaken(block: Rule, properties: ReadonlySet<string>): boolean {
    const outer = this.#byId.get(block.parent)
    const siblings = outer ? outer.rules : block.sheet === this.#sheet ? this.#top : [...this.#others, ...this.#top]
    const behind = siblings.slice(siblings.indexOf(block) + 1)
    if (behind.some((rule) => setsAny(rule, properties))) return true
    return outer !== undefined && groupingAtRules.has(outer.name) && this.#isOvertaken(outer, properties)
  }
}

const isHead = ({ name }: { name: string }) => name === 'import' || name === 'charset' || name === 'namespace'

const rulePathKey = (path: readonly string[], prelude: string) => [...path, prelude].join('\n')

/** White space between existing rules and a payload's first rule: an empty line unless both are one-liners. */
function separator(item: Item): string {
  const multiline =
    item.kind === 'style' || item.kind === 'at' ? item.items.some((inner) => inner.before.includes('\n')) : false
  return multiline ? '\n\n' : '\n'
}

function itemProperties(item: BlockItem): Set<string> {
  const properties = new Set<string>()
  const collect = (block: BlockItem) => {
    for (const inner of block.items) {
      if (inner.kind === 'declaration') properties.add(inner.name)
      else if (inner.kind === 'style' || inner.kind === 'at') collect(inner)
    }
  }
  collect(item)
  return properties
}

function setsAny(rule: Rule, properties: ReadonlySet<string>): boolean {
  // Keyframes and font descriptors are not part of the cascade of rules.
  if (rule.kind === 'at' && !groupingAtRules.has(rule.name)) return false
  if (rule.kind === 'raw') return true
  const sets = rule.declarations.some(({ name }) => [...properties].some((property) => overlap(name, property)))
  return sets || rule.rules.some((inner) => setsAny(inner, properties))
}
