import { costOf, type Price } from '@atelier/agent'

/** The size of a translation. */
export interface TranslationSize {
  /** Entries of content, or texts of a page. */
  entries: number
  characters: number
}

export interface TranslationEstimate {
  /** Tokens that are sent and written, those that are sent again out of the provider's cache left out. */
  tokens: number
  /** US dollars; undefined where the price of the model is not known. */
  costUsd: number | undefined
}

/** Characters of a token, over languages: English has four, others fewer. */
const CHARACTERS = 3.2
/** Tokens of the prompt and the tools, which each request holds. */
const PROMPT_TOKENS = 9_000
/** Tokens of a call, its answer and the words around it, besides the texts. */
const CALL_TOKENS = 250
/** Characters and entries that one reading brings (`listUntranslated`). */
const BATCH_CHARACTERS = 12_000
const BATCH_ENTRIES = 50

/**
 * About what a run takes that reads texts in batches and writes their translations: a request for each reading and each
 * writing, and one for the last word. Earlier messages are sent again each time, and read from the cache.
 */
export function estimateTranslation({ entries, characters }: TranslationSize, price?: Price): TranslationEstimate {
  if (entries === 0) return { tokens: 0, costUsd: price ? 0 : undefined }
  const text = Math.ceil(characters / CHARACTERS)
  const batches = Math.max(Math.ceil(characters / BATCH_CHARACTERS), Math.ceil(entries / BATCH_ENTRIES))
  const requests = 2 * batches + 1
  const output = text + requests * CALL_TOKENS
  // The texts and their translations are sent once as they are new, and from then on with every request.
  const input = PROMPT_TOKENS + text + output
  const cacheRead = (requests - 1) * (PROMPT_TOKENS + text)
  const cost = price ? costOf({ input, cacheRead, output }, price) / 1_000_000 : undefined
  return { tokens: input + output, costUsd: cost }
}
