/** A stretch of a script that is not code. */
export interface ScriptPart {
  kind: 'string' | 'template' | 'comment' | 'pattern'
  /** Its content: of a string without the quotes, of a template one piece between two `${…}`. */
  start: number
  end: number
  /** Where the whole literal begins, with its quote. */
  opening: number
  /** The text of the same template in front of this piece, with a NUL for each `${…}`; empty for all others. */
  lead: string
  /** Whether a `${…}` follows directly. */
  goesOn: boolean
  /** The template in whose `${…}` it stands. */
  outer: OuterTemplate | undefined
}

/** A template around a string, up to the `${` before the string. */
export interface OuterTemplate {
  opening: number
  lead: string
  /** Where the code in the `${…}` begins. */
  hole: number
  outer: OuterTemplate | undefined
}

/** Characters behind which a slash begins a regular expression. */
const BEFORE_PATTERN = '(,=:[!&|?{};+-*%~^<>'
const KEYWORD_BEFORE_PATTERN = /(?:^|[^\w$.])(?:return|typeof|case|in|of|do|else|void|delete|throw|new)$/

/** The strings, templates, comments and regular expressions of a script, in order. */
export function readScript(code: string): ScriptPart[] {
  const parts: ScriptPart[] = []
  /** For every template that is open, how many braces are open in its current `${…}`. */
  const open: { template: OuterTemplate; braces: number }[] = []
  let at = 0
  let last = ''
  let lastEnd = 0
  const add = (kind: ScriptPart['kind'], opening: number, start: number, end: number, lead = '', goesOn = false) =>
    parts.push({ kind, start, end, opening, lead, goesOn, outer: open.at(-1)?.template })
  const template = (opening: number, from: number, lead: string) => {
    let end = from
    while (end < code.length && code[end] !== '`' && !(code[end] === '$' && code[end + 1] === '{'))
      end += code[end] === '\\' ? 2 : 1
    end = Math.min(end, code.length)
    const goesOn = code[end] === '$'
    add('template', opening, from, end, lead, goesOn)
    if (goesOn) {
      const whole = `${lead}${code.slice(from, end)}\0`.slice(-MAX_LEAD)
      open.push({ template: { opening, lead: whole, hole: end + 2, outer: open.at(-1)?.template }, braces: 0 })
    }
    at = end + (goesOn ? 2 : 1)
    last = goesOn ? '{' : '`'
    lastEnd = at
  }
  const take = (end: number, sign: string) => {
    at = end
    last = sign
    lastEnd = end
  }
  while (at < code.length) {
    const char = code[at] ?? ''
    const next = code[at + 1]
    if (char === '/' && (next === '/' || next === '*')) {
      const found = next === '/' ? code.indexOf('\n', at) : code.indexOf('*/', at + 2)
      const end = found < 0 ? code.length : next === '/' ? found : found + 2
      add('comment', at, at, end)
      at = end
    } else if (char === '"' || char === "'") {
      let end = at + 1
      while (end < code.length && code[end] !== char && code[end] !== '\n') end += code[end] === '\\' ? 2 : 1
      end = Math.min(end, code.length)
      add('string', at, at + 1, end)
      take(end + 1, char)
    } else if (char === '`') template(at, at + 1, '')
    else if (char === '/' && beginsPattern(code, last, lastEnd)) {
      const end = patternEnd(code, at)
      if (end > at + 1) add('pattern', at, at, end)
      take(end, '/')
    } else if (char === '}' && open.at(-1)?.braces === 0) {
      const { template: around } = open.pop() ?? {}
      if (around) template(around.opening, at + 1, around.lead)
      else at += 1
    } else {
      const inside = open.at(-1)
      if (inside && char === '{') inside.braces += 1
      if (inside && char === '}') inside.braces -= 1
      if (char.trim() !== '') take(at + 1, char)
      else at += 1
    }
  }
  return parts
}

/** How much of a template in front of a piece is kept, in characters. */
const MAX_LEAD = 2000

const beginsPattern = (code: string, last: string, lastEnd: number) =>
  BEFORE_PATTERN.includes(last || ';') || KEYWORD_BEFORE_PATTERN.test(code.slice(Math.max(0, lastEnd - 12), lastEnd))

/** Behind a regular expression; one that does not end on its line is a division. */
function patternEnd(code: string, from: number): number {
  let inClass = false
  for (let at = from + 1; at < code.length && code[at] !== '\n'; at += 1) {
    if (code[at] === '\\') at += 1
    else if (code[at] === '[') inClass = true
    else if (code[at] === ']') inClass = false
    else if (code[at] === '/' && !inClass) return at + 1
  }
  return from + 1
}

/** The script with blanks in place of strings, comments and regular expressions. */
export function codeAlone(code: string, parts: readonly ScriptPart[]): string {
  let out = ''
  let at = 0
  for (const { start, end } of parts) {
    out += code.slice(at, start) + ' '.repeat(end - start)
    at = end
  }
  return out + code.slice(at)
}
