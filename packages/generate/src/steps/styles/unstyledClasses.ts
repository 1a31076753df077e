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

/** From how many classes on it is no accident. */
const MANY_UTILITIES = 6
const MANY = 10
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
    .filter(([name]) => !styled.some((each) => isStyled(name, each)) && !(hasUtilities && isUtility(name)))
    .sort(([one, a], [other, b]) => b - a || (one < other ? -1 : 1))
    .map(([name]) => name)
  const utilities = names.filter(isUtility)
  const total = counts.size
  const isBroken =
    (utilities.length >= MANY_UTILITIES && utilities.length * 5 >= total) ||
    (names.length >= MANY && names.length * 2 > total)
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
    utilities.length >= MANY_UTILITIES
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
  const cause = utilities.length >= MANY_UTILITIES ? ' They look like those of Tailwind or Bootstrap.' : ''
  return `${names.length} of the ${total} classes of ${file} have no styles, so parts of it look bare: ${listClasses(names, 6)}.${cause}`
}

function listClasses(names: readonly string[], most: number): string {
  const shown = names.slice(0, most).map((name) => `.${name.slice(0, 60)}`)
  return names.length > most ? `${shown.join(' ')} and ${names.length - most} more` : shown.join(' ')
}

/** Whole names of utility classes that mean nothing else where no rule has them. */
const WHOLE: ReadonlySet<string> = new Set(
  'absolute antialiased block border btn capitalize collapse contents fixed flex flex-1 flex-col flex-row flex-wrap grid grow hidden inline inline-block inline-flex italic lowercase prose relative ring rounded row shadow shrink-0 sr-only static sticky table-auto transition transition-all transition-colors transform truncate underline uppercase visible visually-hidden w-full container container-fluid no-underline'.split(
    ' ',
  ),
)

/** The first parts of utility classes, and the next ones. */
const STARTS: ReadonlySet<string> = new Set(
  'p px py pt pr pb pl m mx my mt mr mb ml w h size min-w min-h max-w max-h gap gap-x gap-y space-x space-y inset inset-x inset-y top right bottom left z order col col-span col-sm col-md col-lg col-xl row-span grid-cols grid-rows text font leading tracking bg from via to border border-t border-b border-l border-r border-x border-y rounded rounded-t rounded-b rounded-l rounded-r rounded-full shadow opacity ring divide divide-x divide-y items justify content self place place-items overflow overflow-x overflow-y object aspect duration ease delay scale rotate translate translate-x translate-y -translate-x -translate-y flex basis grow list line-clamp backdrop-blur blur fill stroke d btn g gx gy fw fs ms me ps pe align justify-content align-items'.split(
    ' ',
  ),
)
const COLOURS =
  'slate gray zinc neutral stone red orange amber yellow lime green emerald teal cyan sky blue indigo violet purple fuchsia pink rose'
const VALUES: ReadonlySet<string> = new Set(
  `auto full screen px none xs sm md base lg xl 2xl 3xl 4xl 5xl 6xl 7xl 8xl 9xl min max fit center left right start end between around evenly stretch baseline bold semibold medium normal light extrabold black white transparent current cover contain tight snug relaxed loose wide wider widest tighter in out in-out col row wrap nowrap reverse hidden visible scroll video square disc decimal block inline inline-block flex grid primary secondary success danger warning info muted outline-primary clip-text ${COLOURS}`.split(
    ' ',
  ),
)
const HUES: ReadonlySet<string> = new Set(COLOURS.split(' '))

/** Whether a class is of a framework in which a class is a declaration: `md:px-4`, `text-gray-700`, `w-1/2`, `top-[3px]`. */
function isUtility(name: string): boolean {
  const bare = name.split(':').at(-1) ?? ''
  if (bare !== name && bare !== '') return true
  const plain = bare.replace(/^[!-]/, '')
  if (WHOLE.has(plain)) return true
  if (plain.includes('-[') && plain.endsWith(']')) return true
  const [start, value] = splitStart(plain.split('/', 1)[0] ?? '')
  if (start === undefined || value === undefined) return false
  if (/^\d{1,4}(?:\.\d)?$/.test(value) || VALUES.has(value)) return true
  const [hue = '', shade = ''] = value.split('-')
  return HUES.has(hue) && /^\d{2,3}$/.test(shade)
}

/** A name at the longest start that utility classes have. */
function splitStart(name: string): [string, string] | [] {
  for (let at = name.lastIndexOf('-'); at > 0; at = name.lastIndexOf('-', at - 1)) {
    if (STARTS.has(name.slice(0, at))) return [name.slice(0, at), name.slice(at + 1)]
  }
  return []
}
