import type { Json } from '@atelier/documents'
import type { Entry } from '../entry/entry.ts'
import type { Model } from '../model/definition.ts'
import { memberOf } from '../model/json.ts'
import { valueFields } from '../model/named.ts'
import { withoutMarkup } from './markup.ts'
import { wordsIn } from './words.ts'

/** UTF-16 units of a preview, and of one value in which words are looked for. */
const MAX_PREVIEW = 160
const MAX_LOOKED_AT = 50_000

/** Where the words of a query are in an entry: the field that has most of them, and the text around the first. */
export function previewOf(
  entry: Entry,
  model: Model,
  locale: string,
  words: readonly string[],
): { field: string; preview: string } | undefined {
  const values = memberOf(entry.locales, locale)?.values ?? {}
  const names = model.kind === 'dictionary' ? Object.keys(values) : valueFields(model).map(({ name }) => name)
  let best: { field: string; preview: string; found: number } | undefined
  for (const field of names) {
    const text = plainTexts(memberOf(values, field))
    const found = findWords(text, words)
    if (found && found.count > (best?.found ?? 0)) {
      best = { field, preview: excerptAround(text, found.at), found: found.count }
    }
  }
  return best && { field: best.field, preview: best.preview }
}

/** The texts of a value without their markup. */
function plainTexts(value: Json | undefined): string {
  if (typeof value === 'string') return withoutMarkup(value.slice(0, MAX_LOOKED_AT)).replace(/\s+/g, ' ').trim()
  if (typeof value !== 'object' || value === null) return ''
  const inner: readonly Json[] = Object.values(value)
  return inner.map(plainTexts).join(' ').slice(0, MAX_LOOKED_AT)
}

/** How many of the words a text has, and where the first of them is; the last may be the beginning of a word. */
function findWords(text: string, words: readonly string[]): { count: number; at: number } | undefined {
  const found = new Set<string>()
  let first: number | undefined
  for (const { 0: written, index } of text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    for (const word of wordsIn(written)) {
      const match = words.find((each, at) => (at === words.length - 1 ? word.startsWith(each) : word === each))
      if (match === undefined) continue
      found.add(match)
      first ??= index
    }
    if (found.size === words.length) break
  }
  return first === undefined ? undefined : { count: found.size, at: first }
}

function excerptAround(text: string, at: number): string {
  const start = Math.max(0, at - MAX_PREVIEW / 4)
  const part = text.slice(start, start + MAX_PREVIEW).toWellFormed()
  return `${start > 0 ? '…' : ''}${part}${start + MAX_PREVIEW < text.length ? '…' : ''}`
}
