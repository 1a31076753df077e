import type { Draft } from '@atelier/documents'
import { diffArrays } from 'diff'
import { type CssChange, noChange, pathSelector } from '../css/change.ts'
import { createRule } from '../css/create.ts'
import { dropDeclaration, rewriteDeclaration } from '../css/edit.ts'
import { canonical, oneLine } from '../css/normalize.ts'
import { orderBetween } from '../css/order.ts'
import { parseCss } from '../css/parse.ts'
import { printRule } from '../css/printCss.ts'
import { preludeKey, ruleDeletedKey, writeLaterDeclaration } from '../css/records.ts'
import { bySiblingOrder, type Declaration, type Rule, readRules } from '../css/rules.ts'
import { cssRefusal } from '../css/safety.ts'
import { SITE_SHEET } from '../css/sheets.ts'
import type { BlockItem, Item } from '../css/syntax.ts'
import { missingEnd } from '../css/tokenize.ts'
import { tokenLock } from '../tokens/lock.ts'
import { withoutLocked } from './locked.ts'
import { sheetEntry, writeSheetRecord } from './records.ts'

/** Lists that differ in more places than this are replaced as a whole. */
const MOST_DIFFERENCES = 1_000

type Entry = Rule | Declaration

/**
 * Makes a text the content of a stylesheet. Rules and declarations whose text stays are not touched; one whose selector
 * or property stays is rewritten in its place and keeps its id. Refused or locked parts stay out and are listed in the
 * change.
 */
export function rewriteSheet(site: Draft, sheet: string, css: string, newId: () => string): CssChange {
  const change = noChange()
  const text = css.replace(/^\ufeff/, '')
  const open = missingEnd(text)
  const parsed = parseCss(text + open)
  change.errors.push(...(open === '' ? parsed : parseCss(text)).errors)
  const lock = sheet === SITE_SHEET ? tokenLock(site) : undefined
  const items = lock ? withoutLocked(parsed.items, lock, change) : parsed.items
  const entry = sheetEntry(site, sheet)
  if (entry && (entry.tail !== parsed.tail || entry.open !== open)) {
    writeSheetRecord(site, { ...entry, tail: parsed.tail, open })
  }
  new Rewriting(site, sheet, newId, change).list(readRules(site, sheet), items, undefined)
  return change
}

class Rewriting {
  readonly #site: Draft
  readonly #sheet: string
  readonly #newId: () => string
  readonly #change: CssChange
  /** The preludes of the blocks around. */
  readonly #path: string[] = []
  /** The properties that were set in rules, by the id of the rule. */
  readonly #updated = new Map<string, string[]>()

  constructor(site: Draft, sheet: string, newId: () => string, change: CssChange) {
    this.#site = site
    this.#sheet = sheet
    this.#newId = newId
    this.#change = change
  }

  /** Makes `given` the content of a block, or of the sheet; `entries` is its content so far. */
  list(entries: readonly Entry[], given: readonly Item[], parent: Rule | undefined): void {
    const keepsBad = this.#sheet !== SITE_SHEET && parent === undefined
    const items = given.filter(({ kind }) => kind !== 'bad' || keepsBad)
    // The white space in front of the first rule of the site's own sheet is never printed.
    const trims = parent === undefined && this.#sheet === SITE_SHEET
    const shown = (text: string, i: number) => (trims && i === 0 ? text.trimStart() : text)
    const old = entries.map((entry, i) => shown('kind' in entry ? printRule(entry) : declarationText(entry), i))
    const now = items.map((item, i) => shown(printItem(item), i))
    const hunks = diffArrays(old, now, { maxEditLength: MOST_DIFFERENCES }) ?? [
      { removed: true, added: false, count: old.length },
      { removed: false, added: true, count: now.length },
    ]
    let [from, to] = [0, 0]
    let after: string | undefined
    let removed: readonly Entry[] = []
    for (const { added, removed: isGone, count } of hunks) {
      if (isGone) {
        removed = entries.slice(from, from + count)
        from += count
      } else if (added) {
        const next = entries[from]?.at
        after = this.#replace(removed, items.slice(to, to + count), parent, after, next) ?? after
        removed = []
        to += count
      } else {
        this.#delete(removed, parent)
        removed = []
        from += count
        to += count
        after = entries[from - 1]?.at
      }
    }
    this.#delete(removed, parent)
  }

  #delete(entries: readonly Entry[], parent: Rule | undefined): void {
    for (const entry of entries) {
      if ('kind' in entry) this.#site.set(ruleDeletedKey(entry.id), true)
      else if (parent) dropDeclaration(this.#site, parent, entry)
    }
  }

  /**
   * Puts items in place of neighbouring entries, between two order keys. An item with the selector or property of one of
   * them becomes its new text. Returns the order key of the last one.
   */
  #replace(
    removed: readonly Entry[],
    items: readonly Item[],
    parent: Rule | undefined,
    after: string | undefined,
    before: string | undefined,
  ): string | undefined {
    const versions = new Map<Item, Entry>()
    let [from, to] = [0, 0]
    const keys = diffArrays(removed.map(entryKey), items.map(itemKey), { maxEditLength: MOST_DIFFERENCES })
    for (const { added, removed: isGone, count } of keys ?? []) {
      for (let i = 0; i < count && !added && !isGone; i += 1) {
        const [entry, item] = [removed[from + i], items[to + i]]
        if (entry && item && isRewritable(entry, item)) versions.set(item, entry)
      }
      if (!added) from += count
      if (!isGone) to += count
    }
    const staying = new Set(versions.values())
    this.#delete(
      removed.filter((entry) => !staying.has(entry)),
      parent,
    )
    /** The order key of the next entry that stays, for each item. */
    const next: (string | undefined)[] = []
    for (let i = items.length - 1, at = before; i >= 0; i -= 1) {
      next[i] = at
      const item = items[i]
      at = (item && versions.get(item)?.at) ?? at
    }
    let last = after
    for (const [i, item] of items.entries()) {
      const version = versions.get(item)
      if (version) {
        this.#rewrite(version, item, parent)
        last = version.at
        continue
      }
      const at = orderBetween(last, next[i])
      if (this.#create(item, parent, at)) last = at
    }
    return last
  }

  #create(item: Item, parent: Rule | undefined, at: string): boolean {
    if (parent && (item.kind === 'declaration' || item.kind === 'comment')) {
      if (item.kind === 'declaration' && this.#isRefused(item.text)) return false
      const before = item.before.replaceAll(';', '')
      writeLaterDeclaration(this.#site, parent.id, this.#newId(), { at, before, text: item.text })
      this.#note(parent, item.kind === 'declaration' ? [item.name] : [])
      return true
    }
    const made = createRule(this.#site, this.#newId, item, parent?.id ?? '', at, this.#path, this.#change, this.#sheet)
    return made !== undefined
  }

  #rewrite(entry: Entry, item: Item, parent: Rule | undefined): void {
    if (!('kind' in entry)) {
      if (!parent || (item.kind !== 'declaration' && item.kind !== 'comment')) return
      if (this.#isRefused(item.text)) return
      rewriteDeclaration(this.#site, parent, entry, item.text)
      this.#note(parent, item.kind === 'declaration' ? [item.name] : [])
    } else if (item.kind === 'style' || item.kind === 'at') {
      if (this.#isRefused(item.prelude)) return
      if (item.prelude !== entry.prelude) this.#site.set(preludeKey(entry.id), item.prelude)
      this.#path.push(canonical(item.prelude))
      this.list([...entry.declarations, ...entry.rules].sort(bySiblingOrder), item.items, entry)
      this.#path.pop()
    }
  }

  #note({ id, selector }: Rule, properties: readonly string[]): void {
    const known = this.#updated.get(id)
    if (known) known.push(...properties)
    else {
      const declarations = [...properties]
      this.#updated.set(id, declarations)
      const path = pathSelector(this.#path.slice(0, -1), selector)
      this.#change.updated.push({ id, selector: path, declarations })
    }
  }

  #isRefused(text: string): boolean {
    const reason = cssRefusal(text)
    if (reason) this.#change.skipped.push({ selector: pathSelector(this.#path, oneLine(text)), reason })
    return reason !== undefined
  }
}

/** Whether an item can become the text of a stored entry: white space around blocks and declarations is not rewritten. */
function isRewritable(entry: Entry, item: Item): boolean {
  if (entry.before !== item.before.replaceAll(';', '')) return false
  if (!('kind' in entry)) return true
  if ((item.kind !== 'style' && item.kind !== 'at') || entry.tail !== item.tail.replaceAll(';', '')) return false
  const last = item.items.findLast(({ kind }) => kind !== 'bad')
  return last?.kind !== 'declaration' || entry.bare === (last.end === '')
}

function entryKey(entry: Entry): string {
  return 'kind' in entry ? `${entry.kind} ${entry.canonical}` : `declaration ${entry.name}`
}

function itemKey(item: Item): string {
  if (item.kind === 'declaration') return `declaration ${item.name}`
  if (item.kind === 'style' || item.kind === 'at') return `${item.kind} ${canonical(item.prelude)}`
  return item.kind === 'comment' ? 'declaration ' : `${item.kind} ${canonical(item.text)}`
}

const declarationText = ({ before, text }: Declaration) => before + text

/** The text of an item as a stored one is printed: without stray semicolons, and a declaration without its own. */
function printItem(item: Item): string {
  const before = item.before.replaceAll(';', '')
  if (item.kind !== 'style' && item.kind !== 'at') return before + item.text
  const inner = item.items.map((each) => printItem(each) + (each.kind === 'declaration' ? each.end : ''))
  return `${before}${blockText(item, inner.join(''))}`
}

const blockText = ({ prelude, tail }: BlockItem, inner: string) => `${prelude}{${inner}${tail.replaceAll(';', '')}}`
