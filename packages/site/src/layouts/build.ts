import type { View } from '@atelier/documents'
import { bareClass } from '../css/applying.ts'
import { overlap } from '../css/overlap.ts'
import { type Declaration, everyRule, type Rule, readDeclaration } from '../css/rules.ts'
import { readSheets } from '../css/sheets.ts'
import { siteFramework } from '../tokens/framework.ts'
import type { Layout, LayoutPart } from './layout.ts'
import { hasSideRoom, wrapNames } from './sideRoom.ts'
import { type ColorRole, type LengthKind, readSiteTokens, type SiteTokens, writesOneLiners } from './siteTokens.ts'
import { type PhoneQuery, phoneQuery } from './widths.ts'

/** A layout as HTML and CSS for one site. */
export interface BuiltLayout {
  html: string
  /** One rule for each class and state that the site does not have yet. */
  rules: string[]
  /** Their declarations under `query`, each on one line. */
  phoneRules: string[]
  query: PhoneQuery
  /** Whether the site writes its rules on one line each. */
  oneLine: boolean
}

/** Colours without a token: they follow the page's own text and scheme. */
const plainColors: Readonly<Record<ColorRole, string>> = {
  line: 'color-mix(in srgb, currentColor 20%, transparent)',
  muted: 'inherit',
  surface: 'transparent',
  accent: 'CanvasText',
  'on-accent': 'Canvas',
}

/**
 * Writes a layout as a front-end developer of this site would: with the site's classes where they do the same, its tokens
 * where a value is near one, and one new class for each other part. The differences on phones go into the site's own
 * query of its convention, desktop-first or mobile-first.
 * @param isFullWidth it goes where nothing around it keeps it off the edges of the window, so a section does that itself
 */
export function buildLayout(site: View, { group, html, parts = {} }: Layout, isFullWidth = false): BuiltLayout {
  const tokens = readSiteTokens(site)
  const known = knownClasses(site)
  const section = isFullWidth && group === 'layouts' ? sectionPart(html, parts) : undefined
  const wrap = wrapNames.find((name) => hasSideRoom(known.bare.get(name) ?? []))
  /** The classes beside a class of the site, so that a section keeps off the edges of the window; undefined if nothing can. */
  const beside = (name: string, own: string): string | undefined =>
    name !== section || hasSideRoom(known.bare.get(own) ?? []) ? '' : wrap && ` ${wrap}`
  const oneLine = writesOneLiners(site)
  const query = phoneQuery(site)
  const names = new Map<string, string>()
  const rules: string[] = []
  const phoneRules: string[] = []
  for (const [name, part] of Object.entries(parts)) {
    const own = [name, ...(part.also ?? [])].find(
      (each) => fits(known.bare.get(each), part) && beside(name, each) !== undefined,
    )
    if (own !== undefined) {
      names.set(name, `${own}${beside(name, own)}`)
      continue
    }
    const free = freeName(name, known.taken)
    names.set(name, free)
    const always = [part.css, query.mobileFirst ? '' : (part.wide ?? '')].join('\n')
    rules.push(rule(`.${free}`, resolve(always, tokens), oneLine))
    for (const [state, css] of Object.entries(part.states ?? {}))
      rules.push(rule(`.${free}${state}`, resolve(css, tokens), oneLine))
    const other = query.mobileFirst ? part.wide : part.narrow
    if (other !== undefined) phoneRules.push(rule(`.${free}`, resolve(other, tokens), true))
  }
  const named = html.replaceAll(/class="([\w-]+)"/g, (_all, name) => `class="${names.get(name) ?? name}"`)
  return { html: named, rules, phoneRules, query, oneLine }
}

/** The class of a section as a whole, if it has room at its sides. */
function sectionPart(html: string, parts: Readonly<Record<string, LayoutPart>>): string | undefined {
  const name = /^<\w+ class="([\w-]+)"/.exec(html)?.[1] ?? ''
  return hasSideRoom(declarationsOf(parts[name]?.css ?? '')) ? name : undefined
}

/** Whether a rule of the site for one of the classes of an element, or for its tag, keeps its content off the edges of the window. */
export function keepsOffEdges(site: View, { tag, classes }: { tag: string; classes: readonly string[] }): boolean {
  const selectors = new Set([tag, ...classes.map((name) => `.${name}`)])
  return readSheets(site).some(
    ({ kind, prelude, declarations }) =>
      kind === 'style' && prelude.split(',').some((each) => selectors.has(each.trim())) && hasSideRoom(declarations),
  )
}

interface KnownClasses {
  /** The declarations of the bare `.name` rules outside any condition, by class. */
  bare: ReadonlyMap<string, readonly Declaration[]>
  /** Whether a selector or the design system names a class. */
  taken(name: string): boolean
}

function knownClasses(site: View): KnownClasses {
  const bare = new Map<string, Declaration[]>()
  for (const rule of readSheets(site)) {
    for (const name of bareClasses(rule)) bare.set(name, [...(bare.get(name) ?? []), ...rule.declarations])
  }
  const preludes = [...everyRule(site)].flatMap(({ kind, prelude }) => (kind === 'style' ? [prelude] : []))
  const { utilities } = siteFramework(site)
  return {
    bare,
    taken: (name) =>
      utilities.has(name) || preludes.some((prelude) => new RegExp(`\\.${name}(?![\\w-])`).test(prelude)),
  }
}

/** The classes that a rule is only about: `.card`, or each of `.card, .tile`. */
function bareClasses(rule: Rule): string[] {
  return rule.prelude.split(',').flatMap((prelude) => bareClass({ ...rule, prelude: prelude.trim() }) ?? [])
}

/** Whether a class of the site does what a part asks for. */
function fits(declarations: readonly Declaration[] | undefined, part: LayoutPart): boolean {
  if (!declarations) return false
  const own = layoutProperties(part)
  const needs = part.needs ?? own.slice(0, 1).map(({ name }) => name)
  return needs.every((property) => {
    const set = declarations.filter(
      ({ name }) => name === property || name.startsWith(`${property}-`) || sharesValue(name, property),
    )
    const display = own.find(({ name }) => name === 'display')?.value
    if (property !== 'display' || display === undefined) return set.length > 0
    // A grid with one column and a flex column look alike; a block is neither.
    return set.some(({ value }) => /\b(?:flex|grid)$/.test(value) === /\b(?:flex|grid)$/.test(display))
  })
}

/** A shorthand that sets the property, such as `inset` or `padding-block` for `padding`. */
const sharesValue = (name: string, property: string) =>
  property !== 'display' && name !== 'color' && overlap(name, property) && !name.includes('shadow')

const layoutProperties = ({ css, wide = '' }: LayoutPart) => declarationsOf(`${css}\n${wide}`)

const declarationsOf = (css: string) => css.split('\n').filter(Boolean).map(readDeclaration)

function freeName(name: string, taken: (name: string) => boolean): string {
  if (!taken(name)) return name
  for (let number = 2; ; number += 1) if (!taken(`${name}-${number}`)) return `${name}-${number}`
}

/** The declarations with the site's tokens in them. A later one of the same property takes the place of the first. */
function resolve(css: string, tokens: SiteTokens): string[] {
  const lines = new Map<string, string>()
  for (const line of css.split('\n')) {
    const text = line === '' ? undefined : resolveLine(line, tokens)
    if (text !== undefined) lines.set(text.slice(0, text.indexOf(':')), text)
  }
  return [...lines.values()]
}

/** One declaration; undefined if it asks for a token that the site does not have. */
function resolveLine(line: string, tokens: SiteTokens): string | undefined {
  let missing = false
  const text = line.replaceAll(/\{([\w]+)(\??):([\w.-]+)\}/g, (_all, kind: string, optional: string, wish: string) => {
    const token = kind === 'color' ? tokens.color(wish as ColorRole) : tokens.length(kind as LengthKind, Number(wish))
    if (token === undefined && optional !== '') missing = true
    if (token !== undefined) return token
    return kind === 'color' ? plainColors[wish as ColorRole] : `${Number(wish) / 16}rem`
  })
  // Two wishes may be near the same token: `padding: var(--space-m)` says it once.
  return missing ? undefined : text.replace(/^([\w-]+: )(\S+) \2$/, '$1$2')
}

function rule(selector: string, declarations: readonly string[], oneLine: boolean): string {
  if (oneLine) return `${selector} { ${declarations.map((each) => `${each};`).join(' ')} }`
  return `${selector} {\n${declarations.map((each) => `  ${each};`).join('\n')}\n}`
}
