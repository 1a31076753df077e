import type { Draft } from '@atelier/documents'
import { type CssChange, noChange } from '../css/change.ts'
import { createRule } from '../css/create.ts'
import { removeRule } from '../css/edit.ts'
import { orderBetween } from '../css/order.ts'
import { parseCss } from '../css/parse.ts'
import { printRules } from '../css/printCss.ts'
import { type Rule, readRules, walkRules } from '../css/rules.ts'
import { escapeName } from '../css/tokenize.ts'
import { slugify } from '../document/pages.ts'
import { nodeClasses, type PageNode } from '../document/tree.ts'
import { upsertCss } from '../sheet/upsert.ts'

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

/** The class of this node alone, which ends with the end of its id; undefined if it has none yet. */
export function ownClass(node: PageNode): string | undefined {
  return nodeClasses(node).find((token) => token.endsWith(`-${suffixOf(node)}`))
}

/** A readable name for that class: `hero-4k2f9a`, after its label, its first class or its tag. */
export function newOwnClass(node: PageNode): string {
  const [first] = nodeClasses(node)
  const stem = slugify(node.label ?? first ?? node.tag).replace(/^(?=\d)/, 'n-')
  return `${stem.slice(0, 40)}-${suffixOf(node)}`
}

/**
 * Sets declarations of a class, within `@media (max-width: …)` if a width is given; null removes one. The base
 * stays before the widths, and a wider one before a narrower one, whichever was written first.
 */
export function writeOwnStyle(
  site: Draft,
  className: string,
  declarations: ReadonlyMap<string, string | null>,
  maxWidth: number | undefined,
  newId: () => string,
): CssChange {
  const set = [...declarations].flatMap(([name, value]) => (value === null ? [] : [`  ${name}: ${value};`]))
  const gone = new Set([...declarations].flatMap(([name, value]) => (value === null ? [name] : [])))
  const change = set.length > 0 ? upsertCss(site, block(className, set.join('\n'), maxWidth), newId) : noChange()
  if (gone.size > 0) dropDeclarations(site, className, gone, maxWidth)
  if (!inOrder(ownRules(site, className))) rewrite(site, className, newId)
  return change
}

function block(className: string, body: string, maxWidth: number | undefined): string {
  const rule = `.${escapeName(className)} {\n${body}\n}`
  if (maxWidth === undefined) return rule
  return `@media (max-width: ${maxWidth}px) {\n${rule.replace(/^/gm, '  ')}\n}`
}

interface OwnRule {
  rule: Rule
  around: Rule | undefined
  /** Infinity for the base. */
  width: number
}

/** The rules of a class, at the top or directly in a media query of one maximum width, in the order of the sheet. */
function ownRules(site: Draft, className: string): OwnRule[] {
  const selector = `.${escapeName(className)}`
  const own: OwnRule[] = []
  for (const [rule, around] of walkRules(readRules(site))) {
    const [outer, another] = around
    if (rule.kind !== 'style' || rule.selector !== selector || another) continue
    const width = outer ? widthOf(outer) : Number.POSITIVE_INFINITY
    if (width !== undefined) own.push({ rule, around: outer, width })
  }
  return own
}

function widthOf({ prelude }: Rule): number | undefined {
  const width = /^@media\s*\(\s*max-width\s*:\s*(\d+(?:\.\d+)?)px\s*\)\s*$/i.exec(prelude)?.[1]
  return width === undefined ? undefined : Number(width)
}

function inOrder(own: readonly OwnRule[]): boolean {
  return own.every(({ width }, i) => i === 0 || width <= (own[i - 1]?.width ?? 0))
}

function dropDeclarations(
  site: Draft,
  className: string,
  names: ReadonlySet<string>,
  maxWidth: number | undefined,
): void {
  for (const { rule, around, width } of ownRules(site, className)) {
    if (width !== (maxWidth ?? Number.POSITIVE_INFINITY)) continue
    const left = rule.declarations.filter(({ name }) => name !== '' && !names.has(name))
    for (const { id, name } of rule.declarations) {
      if (names.has(name)) site.set(`rule:${rule.id}/d:${id}`, null)
    }
    if (left.length > 0 || rule.rules.length > 0) continue
    removeRule(site, rule.id)
    if (around?.rules.every(({ id }) => id === rule.id)) removeRule(site, around.id)
  }
}

/** Puts a class's rules at the end, the widest first. */
function rewrite(site: Draft, className: string, newId: () => string): void {
  const own = ownRules(site, className)
  const texts = own
    .toSorted((a, b) => b.width - a.width)
    .map(({ rule, width }) => {
      const body = printRules([{ ...rule, before: '' }])
      return Number.isFinite(width) ? `@media (max-width: ${width}px) {\n${body.trim().replace(/^/gm, '  ')}\n}` : body
    })
  for (const { rule, around } of own) {
    removeRule(site, rule.id)
    if (around?.rules.every(({ id }) => id === rule.id)) removeRule(site, around.id)
  }
  // Each rule is appended after the one before, so that none is merged into an older block.
  for (const text of texts) appendCss(site, text, newId)
}

function appendCss(site: Draft, text: string, newId: () => string): void {
  for (const item of parseCss(text).items) {
    const at = orderBetween(readRules(site).at(-1)?.at, undefined)
    createRule(site, newId, { ...item, before: '\n\n' }, '', at, [], noChange(), '')
  }
}

function suffixOf({ id }: PageNode): string {
  return id.replace(/[^\w]/g, '').slice(-6).toLowerCase()
}

function camelCase(name: string): string {
  return name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
