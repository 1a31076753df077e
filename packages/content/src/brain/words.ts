import type { Json } from '@atelier/documents'
import { isList } from '@atelier/operation'
import type { Entry } from '../entry/entry.ts'
import type { FieldDefinition, FieldType, Model } from '../model/definition.ts'
import { withoutMarkup } from './markup.ts'

/** UTF-16 units of one locale of an entry that are searched; a row of Postgres holds no more than a megabyte of words. */
const MAX_TEXT = 200_000
/** UTF-16 units of one word; longer ones are cut, in texts and in queries alike. */
const MAX_WORD = 64
/** Words of a query that are looked for. */
const MAX_QUERY_WORDS = 16
/** UTF-16 units of a query that are read, and those that are handed to the segmenter at once. */
const MAX_RUN = 1_000
/** UTF-16 units that the dictionary divides, which takes ten times as long as anything else; what follows is not searched. */
const MAX_DIVIDED = 40_000

/** The types whose values are words for a reader; what a field refers to is found by itself. */
const worded: ReadonlySet<FieldType> = new Set<FieldType>([
  'string',
  'text',
  'email',
  'url',
  'slug',
  'phone',
  'code',
  'markdown',
  'richtext',
  'select',
])

/** The searched text of one locale: words as `wordsIn` makes them, with blanks between. */
export interface SearchText {
  title: string
  /** Everything but the title. */
  text: string
}

/**
 * The searched texts of an entry, by locale; without the locales that are not translated yet. Both databases are given
 * these texts for the plainest tokenizer they have, so that they find the same.
 */
export function searchTextOf(entry: Entry, model: Model): Record<string, SearchText> {
  const texts: Record<string, SearchText> = {}
  for (const [locale, { values, standIn }] of Object.entries(entry.locales)) {
    if (standIn) continue
    const title = model.title_field === undefined ? undefined : values[model.title_field]
    const parts = new TextParts()
    // The slug of a document, and the id of any other entry, are found as they are written.
    if (model.kind === 'collection' || model.kind === 'document') parts.add(entry.id)
    if (model.kind === 'dictionary') {
      for (const [key, value] of Object.entries(values)) parts.add(key, value)
    } else {
      const { title_field } = model
      for (const { name, definition } of model.fields)
        if (name !== title_field) addWords(parts, values[name], definition)
      if (model.kind === 'document' && !model.fields.some(({ name }) => name === 'body')) parts.add(values.body)
    }
    texts[locale] = {
      title: typeof title === 'string' ? wordsIn(title.slice(0, MAX_TEXT)).join(' ') : '',
      text: parts.words(),
    }
  }
  return texts
}

/**
 * The words of a query, each once, in the form of the searched texts. The last is to be taken for the beginning of a
 * word.
 */
export function queryWords(query: string): string[] {
  return [...new Set(wordsIn(query.slice(0, MAX_RUN)))].slice(-MAX_QUERY_WORDS)
}

/** Scripts without blanks between words; a dictionary divides them. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

const segmenter = new Intl.Segmenter('und', { granularity: 'word' })

/**
 * The words of a text in its order: markup off, only letters and digits, lower case, without accents, `ı` as `i`. Scripts
 * without blanks are divided by a dictionary, up to 40,000 units of them. Linear in the length of the text.
 */
export function wordsIn(text: string): string[] {
  return wordsOfPlain(withoutMarkup(text))
}

function wordsOfPlain(text: string): string[] {
  const composed = text.normalize('NFKC')
  const divided = unspaced.test(composed) ? divide(composed) : composed
  const lower = divided
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
  // Turkish writes I and İ for ı and i; a Greek sigma has a form of its own at the end of a word.
  const plain = lower.replaceAll('ı', 'i').replaceAll('ς', 'σ').normalize('NFC')
  const words: string[] = plain.match(/[\p{L}\p{N}]+/gu) ?? []
  return words.map((word) => (word.length > MAX_WORD ? word.slice(0, MAX_WORD).toWellFormed() : word))
}

/** The text with blanks between the words of scripts that have none. */
function divide(text: string): string {
  let left = MAX_DIVIDED
  return text.replace(/[\p{L}\p{N}\p{M}]+/gu, (run) => {
    if (!unspaced.test(run)) return run
    const parts: string[] = []
    for (let at = 0; at < run.length && left > 0; at += MAX_RUN) {
      const piece = run.slice(at, at + Math.min(MAX_RUN, left))
      left -= piece.length
      for (const { segment } of segmenter.segment(piece)) parts.push(segment)
    }
    return parts.join(' ')
  })
}

/** Texts without their markup, up to the length that is searched. */
class TextParts {
  private readonly parts: string[] = []
  private left = MAX_TEXT

  add(...values: readonly (Json | undefined)[]): void {
    for (const value of values) {
      if (typeof value !== 'string' || value === '' || this.left <= 0) continue
      this.parts.push(withoutMarkup(value.slice(0, this.left)))
      this.left -= value.length
    }
  }

  words(): string {
    return wordsOfPlain(this.parts.join('\n')).join(' ')
  }
}

function addWords(parts: TextParts, value: Json | undefined, definition: FieldDefinition): void {
  if (value === undefined || value === null) return
  if (isList(value)) {
    const { items } = definition
    if (definition.type !== 'array' || items === undefined) return
    const item = typeof items === 'string' ? { type: items } : items
    for (const each of value) addWords(parts, each, item)
  } else if (typeof value === 'object') {
    for (const [name, inner] of Object.entries(definition.fields ?? {})) addWords(parts, value[name], inner)
  } else if (worded.has(definition.type)) {
    parts.add(value)
  }
}
