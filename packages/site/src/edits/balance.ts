import { piecesOf, SOFT_ENDS } from './markup.ts'

/** Elements without an end tag. HTML, 13.1.2. */
const WITHOUT_END: ReadonlySet<string> = new Set(
  'area base br col embed hr img input link meta source track wbr'.split(' '),
)

/** The text between a tag and the `>` of another one whose beginning is gone. */
const TAG_REST = /^\s*(?:\/?[a-z][\w-]*)?$|["']\s?$/i

/**
 * How many more elements a text opens than it closes, by name; the number of tags that are not whole under `''`, and that of end
 * tags which close nothing before them under `/name`.
 */
type Balance = ReadonlyMap<string, number>

/** The text behind the last `>` before a place, of a long one the end. */
const lastText = (html: string, to: number) => html.slice(Math.max(html.lastIndexOf('>', to - 1) + 1, to - 60), to)

/** Counts the tags of an HTML text, without elements whose end tag may be missing. */
export function balanceOf(html: string): Balance {
  const counts = new Map<string, number>()
  const count = (name: string, by: number) => counts.set(name, (counts.get(name) ?? 0) + by)
  let isRaw = false
  for (const { tag, text, from, to, isMarkup } of piecesOf(html, false).list) {
    if (!isRaw && !isMarkup && html.charAt(from) === '>' && TAG_REST.test(lastText(html, from))) count('', 1)
    if (text.startsWith('</')) {
      const name = text.slice(2)
      if (name !== '' && !SOFT_ENDS.has(name) && (counts.get(name) ?? 0) <= -(counts.get(`/${name}`) ?? 0))
        count(`/${name}`, 1)
      count(name, -1)
      isRaw = false
    }
    if (!tag) continue
    isRaw = tag.name === 'script' || tag.name === 'style'
    if (tag.cut !== undefined || tag.attributes.some(({ name }) => /[<"']/.test(name))) count('', 1)
    if (!WITHOUT_END.has(tag.name) && !SOFT_ENDS.has(tag.name) && html.charAt(to - 2) !== '/') count(tag.name, 1)
  }
  return counts
}

/** The elements that a text leaves open or closes and did not before, as a sentence; undefined if nothing. */
export function unbalancedBy(before: Balance, after: Balance): string | undefined {
  const by = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0)
  if (by('') > 0) return 'With the replacement, a tag or a quote has no end, and swallows what follows.'
  const names = new Set([...after.keys(), ...before.keys()])
  const tags = (sign: number) => [...names].filter((name) => !/^(?:\/|$)/.test(name) && by(name) * sign > 0)
  const opened = tags(1).map((name) => `<${name}>`)
  if (opened.length > 0) return `The replacement leaves ${opened.slice(0, 5).join(', ')} open. Send whole elements.`
  const early = [...names].filter((name) => name.startsWith('/') && by(name) > 0).map((name) => `<${name}>`)
  const closed = early.length > 0 ? early : tags(-1).map((name) => `</${name}>`)
  if (closed.length === 0) return undefined
  return `The replacement has ${closed.slice(0, 5).join(', ')} for nothing that it opens. Send whole elements.`
}
