import type { Draft } from '@atelier/documents'
import { oneLine } from '../css/normalize.ts'
import { parseCss } from '../css/parse.ts'
import { type BornDeclaration, type RuleBirth, writeRule } from '../css/records.ts'
import { cssRefusal } from '../css/safety.ts'
import type { BlockItem, CssError, Item } from '../css/syntax.ts'
import { missingEnd } from '../css/tokenize.ts'
import { firstKeys } from '../document/order.ts'
import { nextSheetOrder, type SheetEntry, writeSheetRecord } from './records.ts'

export interface NewSheet {
  name: string
  /** Its path relative to the site's root; absent for a stylesheet inside a page. */
  path?: string
  /** The path of the page, for a stylesheet inside a page. */
  base?: string
  /** The text without a byte order mark. */
  css: string
  bom?: boolean
  /** Its order key among the stylesheets; after all of them by default. */
  at?: string
}

export interface WrittenSheet {
  entry: SheetEntry
  rules: number
  /** Errors for CSS that a browser drops. It is stored anyway, so that the text stays unchanged. */
  errors: CssError[]
  /** CSS that could run script, which is left out. */
  refused: { what: string; why: string }[]
}

/**
 * Stores a stylesheet as authored: `sheetText` returns the same text to the last character, except for what is
 * refused.
 */
export function writeSheet(site: Draft, sheet: NewSheet, newId: () => string): WrittenSheet {
  const { name, path, base, css, bom = false, at = nextSheetOrder(site) } = sheet
  const open = missingEnd(css)
  const parsed = parseCss(css + open)
  const errors = open === '' ? parsed.errors : parseCss(css).errors
  const id = newId()
  const entry: SheetEntry = { id, name, at, bom, tail: parsed.tail, open }
  if (path !== undefined) entry.path = path
  if (base !== undefined) entry.base = base
  writeSheetRecord(site, entry)
  const writer = new Writer(site, id, newId)
  writer.items(parsed.items, '')
  return { entry, rules: writer.rules, errors, refused: writer.refused }
}

class Writer {
  rules = 0
  readonly refused: WrittenSheet['refused'] = []
  readonly #site: Draft
  readonly #sheet: string
  readonly #newId: () => string

  constructor(site: Draft, sheet: string, newId: () => string) {
    this.#site = site
    this.#sheet = sheet
    this.#newId = newId
  }

  items(items: readonly Item[], parent: string): void {
    const orders = firstKeys(items.length)
    for (const [index, item] of items.entries()) {
      const isInner = parent !== '' && (item.kind === 'declaration' || item.kind === 'comment')
      if (!isInner) this.#item(item, parent, orders[index] ?? '')
    }
  }

  #item(item: Item, parent: string, at: string): void {
    const isBlock = item.kind === 'style' || item.kind === 'at'
    const text = isBlock ? item.prelude : item.text
    const why = item.kind === 'comment' ? undefined : cssRefusal(text)
    if (why || item.kind === 'declaration') {
      if (why) this.refused.push({ what: oneLine(text).slice(0, 120), why })
      return
    }
    const id = this.#newId()
    const birth: RuleBirth = {
      kind: item.kind,
      parent,
      at,
      before: item.before,
      prelude: text,
      declarations: isBlock ? this.#declarations(item) : [],
      tail: isBlock ? item.tail : '',
      bare: false,
      sheet: this.#sheet,
    }
    if (isBlock) {
      const last = item.items.at(-1)
      birth.bare = last?.kind === 'declaration' && last.end === ''
      this.rules += 1
    }
    writeRule(this.#site, id, birth)
    if (isBlock) this.items(item.items, id)
  }

  #declarations(block: BlockItem): BornDeclaration[] {
    const orders = firstKeys(block.items.length)
    const declarations: BornDeclaration[] = []
    for (const [index, inner] of block.items.entries()) {
      if (inner.kind !== 'declaration' && inner.kind !== 'comment') continue
      const why = inner.kind === 'declaration' ? cssRefusal(inner.text) : undefined
      if (why) this.refused.push({ what: `${oneLine(block.prelude)} { ${oneLine(inner.text).slice(0, 120)} }`, why })
      else declarations.push([String(index), orders[index] ?? '', inner.before, inner.text])
    }
    return declarations
  }
}
