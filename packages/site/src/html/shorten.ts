/** What long values of a read were cut from. */
export interface Cleaned {
  dataUrls: number
  longUrls: number
  longTexts: number
}

const LONG_URL = 300
const LONG_TEXT = 8_000
const URLS: ReadonlySet<string> = new Set(['href', 'xlink:href', 'src', 'srcset', 'poster', 'data', 'action'])

/** An attribute's value as a broad read shows it: no base64, no endless URLs or path data. */
export function shortenValue(name: string, value: string, cleaned?: Cleaned): string {
  let text = value
  if (/data:/i.test(text)) {
    text = text.replace(
      /(data:[^,;\s"')]*(?:;[^,;\s"')]*)*,)([^\s"')]{120,})/gi,
      (_all, head: string, body: string) => {
        if (cleaned) cleaned.dataUrls += 1
        return `${head}[omitted ${body.length} chars]`
      },
    )
  }
  if (URLS.has(name) && name !== 'srcset' && text.length > LONG_URL) {
    if (cleaned) cleaned.longUrls += 1
    return middle(text, LONG_URL)
  }
  return shortenText(text, cleaned)
}

export function shortenText(text: string, cleaned?: Cleaned): string {
  if (text.length <= LONG_TEXT) return text
  if (cleaned) cleaned.longTexts += 1
  return middle(text, LONG_TEXT)
}

/** Whether a value was cut by a read, and is no value to store. */
export function isShortened(value: string): boolean {
  return /\[omitted \d+ chars\]/.test(value)
}

function middle(text: string, length: number): string {
  const half = Math.floor(length / 2)
  return `${text.slice(0, half)}[omitted ${text.length - 2 * half} chars]${text.slice(-half)}`
}
