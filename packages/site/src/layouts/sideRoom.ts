import type { Declaration } from '../css/rules.ts'

type Setting = Pick<Declaration, 'name' | 'value'>

/** Names that sites give to the class that keeps content off the edges of the window. */
export const wrapNames = ['wrap', 'wrapper', 'container', 'page-width', 'inner']

/** Whether declarations keep content off both edges of the window: by padding, or by a width that leaves something over. */
export function hasSideRoom(declarations: readonly Setting[]): boolean {
  const padding = startAndEnd(declarations, 'padding')
  if (padding.every((value) => value !== undefined && !isZero(value))) return true
  const isNarrower = declarations.some(
    ({ name, value }) => (name === 'width' || name === 'inline-size') && isPartOfAll(value),
  )
  return isNarrower && startAndEnd(declarations, 'margin').every((value) => value === 'auto')
}

/** `90%` or `min(100% - 2rem, 70rem)`, but not `100%` or `min(100%, 70rem)`. */
const isPartOfAll = (value: string): boolean => !/(?:^|[(,]) *100(?:%|vw) *(?:$|[,)])/.test(value) && /%|vw/.test(value)

const isZero = (value: string): boolean => /^[+-]?0(?:\.0*)?[a-z%]*$/i.test(value)

/** A padding or margin at the start and at the end of the line. */
function startAndEnd(declarations: readonly Setting[], property: string): [string | undefined, string | undefined] {
  let start: string | undefined
  let end: string | undefined
  for (const { name, value } of declarations) {
    const values = spaceSeparated(value)
    if (name === property) {
      end = values[1] ?? values[0]
      start = values[3] ?? end
    } else if (name === `${property}-inline`) {
      start = values[0]
      end = values[1] ?? start
    } else if (name === `${property}-left` || name === `${property}-inline-start`) start = value
    else if (name === `${property}-right` || name === `${property}-inline-end`) end = value
  }
  return [start, end]
}

/** The values between spaces that are in no parentheses. */
function spaceSeparated(text: string): string[] {
  const values = ['']
  let depth = 0
  for (const character of text.trim()) {
    if (character === '(') depth += 1
    else if (character === ')') depth -= 1
    if (character === ' ' && depth === 0) values.push('')
    else values.push(`${values.pop()}${character}`)
  }
  return values.filter((value) => value !== '')
}
