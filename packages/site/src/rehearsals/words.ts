/** The facts in a user's request: a name, a trade, a place, prices, plans. All of them are optional. */
export interface Brief {
  name: string
  /** As the user wrote it: “a bakery in Porto”; undefined if the request has none. */
  described?: string
  place?: string
  prices: string[]
  plans: string[]
}

const stop = String.raw`(?=\s+(?:a|an|the|in|at|on|near|with|and|which|that|who|from|for|is|to)\b|\s*[,;:!?()\n–—-]\s|(?<!\b\p{Lu}\p{L}{0,2})\.\s|\s*[,.;:!?()]?$)`
const quoted = /[“"«]([^”"»]{2,60})[”"»]/u
const named = new RegExp(String.raw`\b(?:called|named)\s+(.{2,60}?)${stop}`, 'iu')
const properFor =
  /\b(?:for|of)\s+(?:(?:my|our|the)\s+(?:[a-z]+\s+){0,3})?(\p{Lu}[\p{L}\p{N}’'&.-]*(?:\s+(?:&|and|of|the|\p{Lu}[\p{L}\p{N}’'&.-]*))*)/u
const described =
  /\b(an?\s+(?:[\p{Ll}-]+\s+){0,4}?[\p{Ll}-]+(?:\s+(?:in|at|near)\s+\p{Lu}[\p{L}’-]+(?:\s+\p{Lu}[\p{L}’-]+)*)?)\s*[.,;]?\s*$/u
const place = /\b(?:in|at|near|from)\s+(\p{Lu}[\p{L}’-]+(?:\s+\p{Lu}[\p{L}’-]+)*)/u
const price = /(?:[€$£¥]\s?\d+(?:[.,]\d{1,2})?|\d+(?:[.,]\d{1,2})?\s?(?:€|EUR|USD|GBP|CHF|kr)\b)/giu
const planList = /\b(?:plans?|tiers?|packages?|options?)\s*(?::|called|named|are|\()\s*([^.)\n]+)/iu

/** The number of characters of a request to read: a name and a trade are near its beginning. */
const LONGEST = 2_000

/** Reads a request. `fallback` names the site if the request names none. */
export function readBrief(prompt: string, fallback: string): Brief {
  const words = prompt.slice(0, LONGEST).replace(/\s+/g, ' ').trim()
  const name = [quoted, named, properFor].map((pattern) => pattern.exec(words)?.[1]?.trim()).find((found) => found)
  const kind = described.exec(words)?.[1]?.trim()
  const where = place.exec(words)?.[1]
  const plans = planList.exec(words)?.[1] ?? ''
  return {
    name: (name ?? fallback).replace(/[\s.,;:!?&-]+$/u, '').replace(/\s+(?:and|of|the)$/u, ''),
    ...(kind && !/\b(?:page|site|website|section|form)\b/.test(kind) ? { described: kind } : {}),
    ...(where && where !== name ? { place: where } : {}),
    prices: [...words.matchAll(price)].map((match) => match[0].trim()),
    plans: plans
      .split(/,|\band\b|&/u)
      .map((part) =>
        part
          .replace(price, '')
          .replace(/\b(?:at|for)\b/gu, '')
          .trim(),
      )
      .filter((part) => part.length > 1 && part.length < 30),
  }
}

/** Words before a request that change nothing about it. */
const polite =
  /^(?:please|kindly|hi|hello|hey|now|then|also|just|can you|could you|would you|will you|help me|let[’']s|i want to|i want you to|i[’']d like to|i[’']d like you to|i would like to|i need you to)(?![\p{L}\d])[\s,!.]*/iu

/** A request without the polite words before it, on one line. */
function withoutCourtesy(prompt: string): string {
  let words = prompt.slice(0, LONGEST).replace(/\s+/g, ' ').trim()
  for (let shorter = words.replace(polite, ''); shorter !== words; shorter = words.replace(polite, '')) words = shorter
  return words
}

/**
 * Whether a request begins as one of these patterns does: what it is to make, and not words somewhere in it. A script
 * that took “Make the hero taller on the landing page” for “Build a landing page” would do the wrong thing.
 */
export function opensWith(prompt: string, pattern: RegExp): boolean {
  return pattern.test(withoutCourtesy(prompt))
}

/** Whether a request has no word that a script does not know. */
export function knowsAll(prompt: string, vocabulary: RegExp): boolean {
  const words = withoutCourtesy(prompt).match(/[\p{L}\d’'-]+/gu) ?? []
  return words.length > 0 && words.every((word) => vocabulary.test(word))
}

/** Escapes text for HTML content and quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
