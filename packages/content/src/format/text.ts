import type { Finding } from '../model/finding.ts'

/** A file's bytes as text. `broken` if they are none. A byte order mark is left out, with a finding. */
export interface DecodedText {
  text: string
  findings: Finding[]
  broken: boolean
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const lenient = new TextDecoder('utf-8', { ignoreBOM: true })
const BOM = '\uFEFF'

/** Reads UTF-8. Line ends are left as they are. */
export function decodeText(file: string, bytes: Uint8Array): DecodedText {
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
  if (isUtf16) return unreadable(file, 1)
  let text: string
  try {
    text = utf8.decode(bytes)
  } catch {
    return unreadable(file, lineAt(lenient.decode(bytes), '\uFFFD'))
  }
  if (!text.startsWith(BOM)) return { text, findings: [], broken: false }
  const message = `${file} begins with a byte order mark.`
  const hint = 'Save it as UTF-8 without one.'
  return {
    text: text.slice(1),
    findings: [{ severity: 'error', code: 'byte_order_mark', message, file, line: 1, hint }],
    broken: false,
  }
}

const unreadable = (file: string, line: number): DecodedText => ({
  text: '',
  findings: [
    {
      severity: 'error',
      code: 'encoding',
      message: `${file} is not text in UTF-8.`,
      file,
      line,
      hint: 'Save it as UTF-8.',
    },
  ],
  broken: true,
})

/** The line from 1 on in which a text occurs first. */
function lineAt(text: string, searched: string): number {
  return lineNumberAt(text, Math.max(0, text.indexOf(searched)))
}

/** The line from 1 on of a position. */
export function lineNumberAt(text: string, position: number): number {
  let line = 1
  for (let at = text.indexOf('\n'); at !== -1 && at < position; at = text.indexOf('\n', at + 1)) line += 1
  return line
}
