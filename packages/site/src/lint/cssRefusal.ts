import { type Envelope, fail } from '@atelier/operation'
import { tokenize } from '../css/tokenize.ts'
import { findElision } from './codeElisions.ts'
import { lineNumbers, quote } from './problem.ts'

const closing: Readonly<Record<string, string>> = { '{': '}', '(': ')', '[': ']', function: ')' }

/**
 * Why CSS is refused as a whole: unbalanced blocks, or a note that replaces a part that was left out.
 * @param before the CSS that it replaces, whose notes and unbalanced blocks may stay
 */
export function refuseCss(css: string, path?: string, before = ''): Envelope<never> | undefined {
  const at = path === undefined ? {} : { path }
  const elision = findElision(css, before)
  if (elision) {
    const message = `Line ${elision.line}: ${quote(elision.text)} stands for CSS that was left out, so nothing was applied.`
    const hint = 'Rules that you do not send stay as they are: send only those that change, and leave the note out.'
    return fail('elided', message, { ...at, hint })
  }
  const problem = unbalanced(css)
  return problem === undefined || (before !== '' && unbalanced(before) !== undefined)
    ? undefined
    : fail('unbalanced_css', `${problem} Nothing was applied.`, {
        ...at,
        hint: 'Send the whole CSS again, every block closed.',
      })
}

/** The first unclosed or unmatched bracket, as a sentence; undefined if all brackets are balanced. */
export function unbalanced(css: string): string | undefined {
  const open: { type: string; at: number }[] = []
  const line = (at: number) => lineNumbers(css)(at)
  const around = (at: number) => quote(css.slice(Math.max(css.lastIndexOf('\n', at) + 1, at - 60), at + 1))
  for (const { type, start, open: unended } of tokenize(css)) {
    if (unended && type === 'comment')
      return `Line ${line(start)}: the comment ${quote(css.slice(start), 40)} has no end (*/).`
    if (unended && type === 'string')
      return `Line ${line(start)}: the quote of ${quote(css.slice(start), 40)} has no end.`
    if (unended) return `Line ${line(start)}: ${quote(css.slice(start), 40)} is not closed.`
    if (closing[type] !== undefined) open.push({ type, at: start })
    else if (type === '}' || type === ')' || type === ']') {
      const last = open.at(-1)
      if (last && closing[last.type] === type) open.pop()
      else if (type === '}') {
        // Browsers close open brackets at the end of their block, so only an unbalanced block refuses the whole.
        const block = open.findLastIndex((each) => each.type === '{')
        if (block < 0) return `Line ${line(start)}: ${around(start)} closes a block that was never opened.`
        const inner = open[block + 1]
        if (inner) return `Line ${line(inner.at)}: ${around(inner.at)} opens a bracket that is never closed.`
        open.length = block
      } else return `Line ${line(start)}: ${around(start)} closes a bracket that was never opened.`
    }
  }
  const left = open.findLast(({ type }) => type === '{') ?? open.at(-1)
  if (!left) return undefined
  const what = left.type === '{' ? 'block' : 'bracket'
  return `Line ${line(left.at)}: the ${what} of ${around(left.at)} is never closed.`
}
