import { strip } from '@atelier/operation'
import { isForeignElision } from './elisionLanguages.ts'
import { lineNumbers } from './problem.ts'

/** The longest note that is checked, in characters. */
const LONGEST_NOTE = 160

/** The nouns that a note uses for the code that it replaces. */
const NOUN =
  '(?:code|css|styles?|styling|rules?|stylesheet|declarations?|properties|content|contents|markup|html|sections?|items?|cards?|links?|elements?|file|script|functions?|methods?|handlers?|logic|implementation|imports?|part|parts|things?|stuff|component|layout|lines?|variables?|tokens?)'
const SAME =
  '(?:(?:the )?same(?: as (?:before|above|it was|it is))?|unchanged|untouched|as is|as it (?:is|was)|as they (?:are|were)|as before|as above|here|goes here|go here|omitted|intact)'
const STAYS = '(?:stays?|remains?|is|are|kept|keeps?|continues?)'
const WHICH = '(?:rest|remaining|remainder|other|others|existing|previous|prior|original|same|earlier|current|old)'

/** Whole notes that replace left-out code, in lower case, without dots and decoration. */
const NOTES: readonly RegExp[] = [
  new RegExp(
    `^(?:and )?(?:all )?(?:the |your |my )?${WHICH}(?: of)?(?: the| your| this)?(?: \\w+){0,2}? ?${STAYS} ?(?:exactly )?${SAME}$`,
  ),
  new RegExp(`^(?:and )?(?:all )?(?:the |your )?${WHICH}(?: of)?(?: the| your)?(?: \\w+){0,2}? ${SAME}$`),
  new RegExp(`^(?:all |everything )(?:else|other) ?(?:${STAYS} )?${SAME}$`),
  new RegExp(`^everything else ?(?:${STAYS} )?${SAME}$`),
  new RegExp(
    `^(?:keep|leave|insert|include|paste|add|put)(?: all)?(?: the| your)? ${WHICH}(?: of)?(?: the)?(?: \\w+)? ${NOUN}(?: ${SAME})?$`,
  ),
  new RegExp(`^(?:keep|leave)(?: all)?(?: the)? ${WHICH}(?: of)?(?: \\w+){0,2} ${SAME}$`),
  new RegExp(
    `^(?:no changes?(?: needed| here| below| to \\w+)?|unchanged(?: ${NOUN})?|snip|snipped|truncated|etc|and so on)$`,
  ),
  /^(?:\w+ ){0,4}(?:omitted|truncated|shortened|abbreviated) for (?:brevity|clarity|space|readability)$/,
  /^(?:the )?(?:rest|remainder) of (?:the|your|my) (?:existing )?(?:code|css|styles|stylesheet|rules|file|implementation|script|component|function)$/,
  /^same(?: \w+)? as (?:before|in the original)$/,
]
/** A note with dots before or behind it that begins like this replaces left-out code. */
const BEFORE_DOTS = new RegExp(
  `^(?:(?:and|with|your|all|the|insert|keep|add) ){0,3}(?:${WHICH}|more|everything else|snip|omitted|unchanged|etc|and so on|no changes?)(?: of)?(?: the| your| this)?(?: \\w+){0,2}?(?: ${NOUN})?(?: ${STAYS})?(?: ${SAME})?$`,
)

const DECORATION = ' \t\r\n*#=-_~!/<>{}()[]:,;'
const DOTS = '.…'

/**
 * Whether the text of a comment of CSS or code, without its marks, replaces something that was left out. Such comments
 * are labels (`Existing links`, `Other sections`) more often than HTML comments are, so fewer phrases count here.
 */
function isCodeElision(comment: string): boolean {
  if (comment.length > LONGEST_NOTE) return false
  const bare = strip(comment, DECORATION).replace(/\s+/g, ' ').toLowerCase()
  const core = strip(bare, DOTS)
  const words = strip(core, DECORATION)
  const hasDots = bare.length - core.length > 1 || bare.startsWith('…') || bare.endsWith('…')
  if (words === '') return hasDots
  if (NOTES.some((note) => note.test(words)) || (hasDots && BEFORE_DOTS.test(words))) return true
  return isForeignElision(words, { dots: hasDots, aside: true })
}

/**
 * The first note in CSS or code that replaces something left out (a comment such as `rest stays the same` or `...
 * existing code ...`, a line of only dots), with its line; undefined if there is none.
 * @param before the text that the code replaces: its own notes are not elisions
 */
export function findElision(text: string, before = ''): { line: number; text: string } | undefined {
  const isNew = (note: string) => before === '' || !before.includes(note)
  let first: { at: number; text: string } | undefined
  for (let at = text.indexOf('/*'); at >= 0 && !first; ) {
    const end = text.indexOf('*/', at + 2)
    if (end < 0) break
    if (end - at <= LONGEST_NOTE && isCodeElision(text.slice(at + 2, end)) && isNew(text.slice(at, end + 2)))
      first = { at, text: text.slice(at, end + 2) }
    at = text.indexOf('/*', end + 2)
  }
  let at = 0
  for (const line of text.split('\n')) {
    if (first && at > first.at) break
    const bare = line.length > LONGEST_NOTE ? '' : line.trim()
    const isDots = bare === '...' || bare === '…'
    if (isDots ? !hasLine(before, bare) : isNote(bare) && isNew(bare)) first = { at, text: bare }
    at += line.length + 1
  }
  return first && { line: lineNumbers(text)(first.at), text: first.text }
}

const hasLine = (text: string, bare: string) =>
  text.includes(bare) && text.split('\n').some((line) => line.trim() === bare)

/** Whether a line is, or ends in, a `//` comment that replaces left-out code. */
function isNote(line: string): boolean {
  if (line.startsWith('<!--')) return isCodeElision(line)
  const at = line.indexOf('//')
  return at >= 0 && !'\'"`:'.includes(line.charAt(at - 1) || ' ') && isCodeElision(line.slice(at + 2))
}
