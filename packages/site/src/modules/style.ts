import { slugify } from '../document/pages.ts'
import { isLoop } from '../document/special.ts'
import { holdsToken } from '../document/tokenText.ts'
import { nodeClasses, type PageNode } from '../document/tree.ts'

const PROPERTIES =
  'align-content align-items align-self aspect-ratio background background-color background-image background-position background-repeat background-size border border-bottom border-color border-left border-radius border-right border-style border-top border-width bottom box-shadow color column-gap columns cursor display filter flex flex-basis flex-direction flex-grow flex-shrink flex-wrap float font-family font-size font-style font-weight gap grid-area grid-auto-columns grid-auto-flow grid-auto-rows grid-column grid-row grid-template-areas grid-template-columns grid-template-rows height inset justify-content justify-items justify-self left letter-spacing line-height list-style margin margin-bottom margin-left margin-right margin-top max-height max-width min-height min-width object-fit object-position opacity order overflow overflow-x overflow-y padding padding-bottom padding-left padding-right padding-top place-content place-items place-self position right row-gap text-align text-decoration text-indent text-overflow text-shadow text-transform text-wrap top transform transition vertical-align visibility white-space width word-break z-index'.split(
    ' ',
  )
/** Properties whose unitless numbers stay unitless; elsewhere they mean pixels. */
const UNITLESS: ReadonlySet<string> = new Set(
  'aspect-ratio flex flex-grow flex-shrink font-weight line-height opacity order z-index columns grid-row grid-column'.split(
    ' ',
  ),
)

/**
 * The props that every visible module has beside its own: each maps to the CSS property of its name, and
 * is the only kind that can differ by breakpoint.
 */
export const styleProps: ReadonlyMap<string, string> = new Map(PROPERTIES.map((name) => [camelCase(name), name]))

/** The CSS property of a prop, in either spelling; undefined if there is no such prop. */
export function styleProperty(prop: string): string | undefined {
  return styleProps.get(prop) ?? [...styleProps.values()].find((name) => name === prop)
}

/** A prop's value as CSS. */
export function cssText(property: string, value: string | number): string {
  if (typeof value === 'string') return value.trim()
  return value === 0 || UNITLESS.has(property) ? String(value) : `${value}px`
}

/** The classes of a node as they are written, without those that are filled in when a page is composed. */
export const writtenClasses = (node: PageNode): string[] => nodeClasses(node).filter((name) => !holdsToken(name))

/** A word for what a node is: its tag, or what a loop shows. */
export const plainTag = (node: PageNode): string => (isLoop(node) ? 'list' : node.tag)

/** The class of only this node, which ends with the end of its id; undefined if it has none yet. */
export function ownClass(node: PageNode): string | undefined {
  return nodeClasses(node).find((token) => token.endsWith(`-${suffixOf(node)}`))
}

/** A readable name for that class: `hero-4k2f9a`, after its label, its first class or its tag. */
export function newOwnClass(node: PageNode): string {
  const [first] = writtenClasses(node)
  const stem = slugify(node.label ?? first ?? plainTag(node)).replace(/^(?=\d)/, 'n-')
  return `${stem.slice(0, 40)}-${suffixOf(node)}`
}

function suffixOf({ id }: PageNode): string {
  return id.replace(/[^\w]/g, '').slice(-6).toLowerCase()
}

function camelCase(name: string): string {
  return name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
