import { isFrameworkClass, isUnstyled, MANY_FRAMEWORK_CLASSES } from '@atelier/site'
import { readTags } from '../markup/tags.ts'
import { type StyleNames, styleNames } from './styleNames.ts'

/** The classes of a page that do nothing. */
export interface UnstyledClasses {
  /** The most frequent first. */
  names: readonly string[]
  /** Those of `names` that are of a framework of utility classes, such as `px-4`. */
  utilities: readonly string[]
  /** How many different classes the page has. */
  total: number
  /** Whether the page was written for styles that are not there; a few hooks without styles are normal. */
  isBroken: boolean
}

const LISTED = 24

/**
 * The classes of a page that no rule styles.
 * @param html the page or a part of it; the rules of its own `<style>` count
 * @param css the stylesheets that apply to it
 * @param hasUtilities whether the site styles utility classes itself
 */
export function unstyledClasses(html: string, css: string, hasUtilities = false): UnstyledClasses {
  const styled = [styleNames(css)]
  const counts = new Map<string, number>()
  for (const { name: tag, isEnd, start, end, content } of readTags(html)) {
    if (tag === 'style' && content) styled.push(styleNames(html.slice(end, content.end)))
    if (isEnd) continue
    for (const name of classesIn(html.slice(start, end))) counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  const names = [...counts]
    .filter(([name]) => !styled.some((each) => isStyled(name, each)) && !(hasUtilities && isFrameworkClass(name)))
    .sort(([one, a], [other, b]) => b - a || (one < other ? -1 : 1))
    .map(([name]) => name)
  const utilities = names.filter(isFrameworkClass)
  const total = counts.size
  const isBroken = isUnstyled({ unstyled: names.length, utilities: utilities.length, total })
  return { names, utilities, total, isBroken }
}

/** The classes of a start tag. */
function classesIn(tag: string): string[] {
  const [, double, single, bare] = /\sclass=(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i.exec(tag) ?? []
  return (double ?? single ?? bare ?? '').split(/\s+/).filter((name) => name !== '')
}

function isStyled(name: string, { classes, patterns }: StyleNames): boolean {
  if (classes.has(name)) return true
  return patterns.some(({ operator, value }) => {
    if (value === '') return false
    if (operator === '^=' || operator === '|=') return name.startsWith(value)
    return operator === '$=' ? name.endsWith(value) : name.includes(value)
  })
}

/** The one message to the model, so that it mends the page; undefined if there is nothing to mend. */
export function mendClassesPrompt(
  file: string,
  { names, utilities, total, isBroken }: UnstyledClasses,
  css: string,
): string | undefined {
  if (!isBroken) return undefined
  const { classes, tokens } = styleNames(css)
  const cause =
    utilities.length >= MANY_FRAMEWORK_CLASSES
      ? ' They are utility classes of a framework, which is not here and cannot be added.'
      : ''
  const known = classes.size === 0 ? 'styles.css has no classes.' : `styles.css has ${listClasses([...classes], 120)}.`
  const properties = tokens.size === 0 ? '' : ` Its custom properties are ${[...tokens].slice(0, 60).join(', ')}.`
  return `${file} is written, but ${names.length} of its ${total} classes have no rule and do nothing: ${listClasses(names, LISTED)}.${cause}
${known}${properties}
Write ${file} again as a whole with writeFile, with the same content and sections: use those classes, and give what is its own plain class names with rules in one <style> in its head. Leave out every class without a rule.`
}

/** The same for a person, among the results of the checks; undefined if it is no fault. */
export function unstyledNotice(
  file: string,
  { names, utilities, total, isBroken }: UnstyledClasses,
): string | undefined {
  if (!isBroken) return undefined
  const cause = utilities.length >= MANY_FRAMEWORK_CLASSES ? ' They look like those of Tailwind or Bootstrap.' : ''
  return `${names.length} of the ${total} classes of ${file} have no styles, so parts of it look bare: ${listClasses(names, 6)}.${cause}`
}

function listClasses(names: readonly string[], most: number): string {
  const shown = names.slice(0, most).map((name) => `.${name.slice(0, 60)}`)
  return names.length > most ? `${shown.join(' ')} and ${names.length - most} more` : shown.join(' ')
}
