import { codeAlone, type OuterTemplate, readScript, type ScriptPart } from './scriptText.ts'

/**
 * Why a place that has the word is left as it is. `dynamic`: a name is put together there, which may become the class.
 * `string`, `key`, `data`: a text, a key of an object or a data attribute that may mean the class or not. `comment`,
 * `name`, `pattern`: a comment, a name in the code, a regular expression.
 */
export type LeftReason = 'dynamic' | 'string' | 'key' | 'data' | 'comment' | 'name' | 'pattern'

export interface ScriptReading {
  /** The script with the new name wherever the class is meant. */
  code: string
  /** The places of the old name, or of a part of it, that are left. */
  left: { at: number; reason: LeftReason }[]
}

interface Change {
  start: number
  end: number
}

/**
 * Renames a class where a script names it: in strings that are selectors, HTML, or lists of classes by what they are
 * for (`classList.add`, `className =`, `activeClass:`, jQuery's `addClass`, `clsx` and the like).
 */
export function renameClassInScript(code: string, from: string, to: string): ScriptReading {
  const stem = /^.*[-_]/.exec(from)?.[0] ?? from
  const tail = /[-_][^-_]*$/.exec(from)?.[0] ?? from
  if (!code.includes(from) && !code.includes(stem) && !code.includes(tail)) return { code, left: [] }
  const parts = readScript(code)
  const plain = codeAlone(code, parts)
  const changes: Change[] = []
  const left: ScriptReading['left'] = []
  for (const part of parts) {
    const text = code.slice(part.start, part.end)
    if (part.kind === 'comment' || part.kind === 'pattern') {
      const words = part.kind === 'pattern' ? text.replace(/\\./g, '  ') : text
      for (const at of wholeNames(words, from)) left.push({ at: part.start + at, reason: part.kind })
      continue
    }
    const isClasses = () => isAboutClasses(code, plain, part)
    const joins = { before: isJoinedBefore(plain, part), after: isJoinedAfter(code, plain, part) }
    for (const at of wholeNames(text, from)) {
      const [start, end] = [part.start + at, part.start + at + from.length]
      const isCut = (at === 0 && joins.before) || (end === part.end && joins.after)
      const before = part.lead + text.slice(0, at)
      const isMeant = /\.$/.test(before) || isInClassAttribute(before) || (isWord(text, at, from) && isClasses())
      if (isMeant && !isCut) changes.push({ start, end })
      else left.push({ at: start, reason: isCut ? 'dynamic' : 'string' })
    }
    if (joins.after && isPartOf(from, lastWord(text), 'start')) left.push({ at: part.end - 1, reason: 'dynamic' })
    else if (joins.before && isPartOf(from, firstWord(text), 'end')) left.push({ at: part.start, reason: 'dynamic' })
  }
  for (const at of wholeNames(plain, from))
    left.push({ at, reason: isKey(plain, at, at + from.length) ? 'key' : 'name' })
  return { code: applied(code, changes, to), left: left.sort((a, b) => a.at - b.at) }
}

function applied(code: string, changes: readonly Change[], to: string): string {
  let out = ''
  let at = 0
  for (const { start, end } of changes) {
    out += code.slice(at, start) + to
    at = end
  }
  return out + code.slice(at)
}

const isNameChar = (char: string) => char !== '' && /[\p{L}\p{N}_-]/u.test(char)

/** Where a text has a name that is not part of a longer one. */
export function wholeNames(text: string, name: string): number[] {
  const found: number[] = []
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length))
    if (!isNameChar(text.charAt(at - 1)) && !isNameChar(text.charAt(at + name.length))) found.push(at)
  return found
}

/** Whether a name is between blanks, in a text that is a list of words. */
const isWord = (text: string, at: number, name: string) =>
  !/[<>"'`=;]/.test(text) && !/\S/.test(text.charAt(at - 1)) && !/\S/.test(text.charAt(at + name.length))

/** Whether a text ends inside the value of a `class` attribute, of HTML or of a selector (`[class~="card"]`). */
export function isInClassAttribute(before: string): boolean {
  const text = before.slice(-400)
  const found = /^class(?:Name)?~?=\\?["']?/.exec(text.slice(text.lastIndexOf('class')))
  return found !== null && !/["'<>=]/.test(text.slice(text.lastIndexOf('class') + found[0].length))
}

const lastWord = (text: string) => /[\p{L}\p{N}_-]*$/u.exec(text.slice(-200))?.[0] ?? ''
const firstWord = (text: string) => /^[\p{L}\p{N}_-]*/u.exec(text.slice(0, 200))?.[0] ?? ''

/** Whether a word is the start of a name up to a hyphen, or its end from one on. */
function isPartOf(name: string, word: string, which: 'start' | 'end'): boolean {
  if (word.length < 2 || word.length >= name.length) return false
  if (which === 'start') return name.startsWith(word) && /[-_]$/.test(word)
  return name.endsWith(word) && /^[-_]/.test(word)
}

/** Whether something is put in front of a string without a blank: `x + 'a'`, `${x}a`. */
const isJoinedBefore = (plain: string, { kind, opening, lead }: ScriptPart) =>
  kind === 'template' && lead !== '' ? true : /\+\s{0,40}$/.test(plain.slice(Math.max(0, opening - 41), opening))

/** Whether something is put behind a string without a blank: `'a' + x`, `a${x}`; `'a' + (on ? ' b' : '')` is none. */
function isJoinedAfter(code: string, plain: string, { kind, end, goesOn }: ScriptPart): boolean {
  if (kind === 'template' && goesOn) return true
  const rest = plain.slice(end + 1, end + 120)
  const plus = /^\s{0,40}\+(?!=)/.exec(rest)
  if (!plus) return false
  const quote = /["'`]/.exec(rest)
  return !quote || /[;\n]/.test(rest.slice(0, quote.index)) || !/\s/.test(code.charAt(end + 2 + quote.index))
}

/** Whether a name in the code is a key of an object, such as in `{ card: true }`. */
const isKey = (plain: string, start: number, end: number) =>
  /^\s{0,40}:/.test(plain.slice(end, end + 42)) && /[{,]\s{0,200}$/.test(plain.slice(Math.max(0, start - 202), start))

/** Functions that take or make lists of classes, beside those that say so by their name. */
const CLASS_CALLS = /(?:^|\.)(?:clsx|cx|cn|twMerge|cva)$/
/** How far back the purpose of a string is looked for, in characters. */
const FAR = 600

/** Whether a string is for classes, by the call, the assignment or the key around it. */
function isAboutClasses(code: string, plain: string, part: ScriptPart | OuterTemplate): boolean {
  const { outer } = part
  const least = Math.max(outer?.hole ?? 0, part.opening - FAR)
  const found = purposeBefore(code, plain, part.opening, least)
  if (found !== undefined || !outer) return found ?? false
  const lead = outer.lead.slice(0, -1)
  // Text behind a part of a word is no name by itself.
  if (isNameChar(lead.slice(-1))) return false
  return isInClassAttribute(lead) || isAboutClasses(code, plain, outer)
}

/** The nearest call, assignment or key around the position `from`; undefined where none is found. */
function purposeBefore(code: string, plain: string, from: number, least: number): boolean | undefined {
  let depth = 0
  for (let at = from - 1; at >= least; at -= 1) {
    const char = plain[at] ?? ''
    if (char === ')' || char === ']' || char === '}') depth += 1
    else if ((char === '[' || char === '{') && depth > 0) depth -= 1
    else if (char === '(') {
      if (depth > 0) depth -= 1
      else {
        const callee = /[\w$.?]{1,100}$/.exec(plain.slice(Math.max(least, at - 100), at))?.[0] ?? ''
        if (callee !== '' && !/^(?:if|while|for|return|switch)$/.test(callee)) return isClassCall(code, callee, at)
      }
    } else if (depth > 0) continue
    else if (char === ';' || (char === '{' && /\)\s{0,9}$/.test(plain.slice(Math.max(0, at - 10), at))))
      return undefined
    else if (char === '=' && plain[at - 1] === '=') {
      const isNext = plain.slice(at + 1, from).trim() === ''
      at -= plain[at - 2] === '=' ? 2 : 1
      if (isNext) return isClassName(plain, at, least)
    } else if (char === '=' && plain[at - 1] === '!') at -= 1
    else if (char === '=' && plain[at + 1] !== '>' && plain[at + 1] !== '=') {
      return isClassName(plain, plain[at - 1] === '+' ? at - 1 : at, least)
    } else if (char === ':') {
      const key = keyBefore(code, plain, at, least)
      if (key !== undefined) return /class/i.test(key)
    }
  }
  return undefined
}

/** Whether what is assigned or compared is for classes: `el.className`, `const cardClass`, `props.classes.root`. */
const isClassName = (plain: string, at: number, least: number) =>
  /class[\w$.]{0,60}$/i.test(plain.slice(Math.max(least, at - 80), at).trimEnd())

/** The key of an object in front of a colon: a name or a string; undefined for the colon of a condition. */
function keyBefore(code: string, plain: string, at: number, least: number): string | undefined {
  const before = plain.slice(Math.max(least, at - 120), at)
  const found = /(?:^|[{,])\s{0,40}((?:[\w$-]{1,60})|(?:["'][^"']{0,60}["']))\s{0,9}$/.exec(before)
  if (!found) return undefined
  const [, key = ''] = found
  const start = at - before.length + before.lastIndexOf(key)
  return code.slice(start, start + key.length)
}

/** Whether a call is about classes: by its name, or `setAttribute('class', …)` and `attr('class', …)` by its argument. */
function isClassCall(code: string, callee: string, open: number): boolean {
  if (/^(?:[\w$.?]*\.)?(?:setAttribute|attr|prop|attribute)$/.test(callee))
    return /^\(\s*["']class(?:Name)?["']/.test(code.slice(open, open + 40))
  const parts = callee.split('.')
  return CLASS_CALLS.test(callee) || parts.slice(-2).some((part) => /class/i.test(part))
}
