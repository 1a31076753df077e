/** Counts of the long values that a read shortened. */
export interface Cleaned {
  dataUrls: number
  longUrls: number
  longTexts: number
}

export const nothingCleaned = (): Cleaned => ({ dataUrls: 0, longUrls: 0, longTexts: 0 })

/** The longest URL that is shown whole, and the lengths kept of a longer one at its beginning and end. */
const LONG_URL = 240
const URL_START = 160
const URL_END = 40
/** Longest body of a data URL that is shown whole. */
const LONG_DATA = 96
const LONG_TEXT = 8_000
const URLS: ReadonlySet<string> = new Set(['href', 'xlink:href', 'src', 'poster', 'data', 'action', 'formaction'])

/** An attribute's value as a broad read shows it: no base64, no endless URLs or path data. */
export function shortenValue(name: string, value: string, cleaned?: Cleaned, longest = LONG_TEXT): string {
  let text = value
  if (text.length > LONG_DATA && /data:/i.test(text)) {
    text = text.replace(/(data:[^,\s"')]*,?)([^\s"')]*)/gi, (all, head: string, body: string) => {
      if (!head.endsWith(',') || body.length <= LONG_DATA) return all
      if (cleaned) cleaned.dataUrls += 1
      return `${head}[omitted ${body.length} chars]`
    })
  }
  if (name === 'srcset' && text.length > LONG_URL) {
    text = text.replace(/[^\s,]+/g, (url) => (url.length > LONG_URL ? shortUrl(url, cleaned) : url))
  } else if (URLS.has(name) && text.length > LONG_URL) text = shortUrl(text, cleaned)
  return shortenText(text, cleaned, longest)
}

export function shortenText(text: string, cleaned?: Cleaned, longest = LONG_TEXT): string {
  if (text.length <= longest) return text
  if (cleaned) cleaned.longTexts += 1
  const half = Math.floor(longest / 2)
  return middle(text, half, half)
}

/** Whether a value was shortened by a read, so that it must not be stored. */
export function isShortened(value: string): boolean {
  return /\[omitted \d+ chars\]/.test(value)
}

function shortUrl(url: string, cleaned: Cleaned | undefined): string {
  if (isShortened(url)) return url
  if (cleaned) cleaned.longUrls += 1
  return middle(url, URL_START, URL_END)
}

function middle(text: string, start: number, end: number): string {
  const left = text.length - start - end
  // Half of a surrogate pair would not be valid text.
  return `${text.slice(0, start)}[omitted ${left} chars]${text.slice(-end)}`.toWellFormed()
}
