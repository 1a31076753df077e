import { tokenize } from '../css/tokenize.ts'
import { pseudoClasses, pseudoElements } from './cssNames.ts'
import { nearestName } from './nearest.ts'
import { quote } from './problem.ts'

const LONGEST = 2_000

/** Why browsers drop a rule with this selector, as a sentence; undefined if they take it. */
export function selectorProblem(selector: string): string | undefined {
  if (selector.length > LONGEST || !/[:&$#]/.test(selector)) return undefined
  if (selector.trimEnd().endsWith('#') || selector.includes('#{')) {
    return `${quote(selector)} has an interpolation of another language, so browsers drop the rule; write it out.`
  }
  const tokens = tokenize(selector).filter(({ type }) => type !== 'comment')
  const text = (index: number) => {
    const token = tokens[index]
    return token ? selector.slice(token.start, token.end) : ''
  }
  let brackets = 0
  for (const [index, { type }] of tokens.entries()) {
    if (type === '[') brackets += 1
    else if (type === ']') brackets -= 1
    const next = tokens[index + 1]?.type
    if (text(index) === '$' && brackets === 0 && next === 'ident') {
      return `${quote(selector)} names a variable of another language, so browsers drop the rule; write the selector out.`
    }
    if (text(index) === '&' && next === 'ident' && /^[-_]/.test(text(index + 1))) {
      return `${quote(selector)}: CSS does not join & with what follows, as Sass does, so nothing matches; write the whole class, such as .block${text(index + 1).slice(0, 40)}.`
    }
    if (type !== 'colon' || brackets > 0) continue
    const isElement = tokens[index - 1]?.type === 'colon'
    if (!isElement && next === 'colon') continue
    if (next !== 'ident' && next !== 'function')
      return `${quote(selector)}: a colon without a name behind it, so browsers drop the rule.`
    const name = text(index + 1)
      .replace('(', '')
      .toLowerCase()
    const known = isElement ? pseudoElements : pseudoClasses
    if (name.startsWith('-') || known.has(name)) continue
    const other = isElement ? pseudoClasses : pseudoElements
    const marks = isElement ? '::' : ':'
    const near = nearestName(name, known)
    const instead = other.has(name)
      ? `Write ${isElement ? ':' : '::'}${name}.`
      : near
        ? `Did you mean ${marks}${near}?`
        : 'Write it with a selector of CSS.'
    return `${quote(selector)}: there is no ${marks}${name.slice(0, 40)}, so browsers drop the whole rule. ${instead}`
  }
  return undefined
}
