import { elementsOf } from '../css/elements.ts'
import type { Declaration, Rule } from '../css/rules.ts'
import { readDeclaration } from '../css/rules.ts'
import {
  type ComplexSelector,
  compareSpecificity,
  parseSelectors,
  type Specificity,
  specificityOf,
} from '../css/selector.ts'
import { matchSelectors } from '../css/selectorMatch.ts'
import { nodeAttribute, nodeClasses, type PageNode } from '../document/tree.ts'
import { readColor } from '../tokens/color.ts'
import { siteFramework } from '../tokens/framework.ts'
import { contrast, over, type Srgb, toSrgb } from '../tokens/srgb.ts'
import { classKey, isUnheard, type PageCheck, type PageFacts } from './facts.ts'
import { rulesWith } from './styles.ts'
import { readVariables, substitute } from './variables.ts'

/** The properties that decide the contrast of text. Everything else in a rule is ignored. */
const PROPERTIES = new Set([
  'color',
  'background',
  'background-color',
  'background-image',
  'font-size',
  'font-weight',
  'opacity',
  'position',
  'filter',
  'mix-blend-mode',
  '-webkit-text-fill-color',
  'text-shadow',
])

/** A value that can be computed without a browser; otherwise `unknown`. */
type Guess<Value> = { value: Value } | 'unknown'

interface Style {
  /** The classes of the element and its ancestors. */
  classes: ReadonlySet<string>
  color: Guess<Srgb>
  /** The colour behind the text. */
  behind: Guess<Srgb>
  /** Font size in pixels. */
  size: number | undefined
  bold: boolean
  /** Whether opacity, a filter or the like changes the visible colours. */
  veiled: boolean
}

const BLACK: Srgb = { red: 0, green: 0, blue: 0, alpha: 1 }
const WHITE: Srgb = { red: 1, green: 1, blue: 1, alpha: 1 }
const SIZES: Readonly<Record<string, number>> = { h1: 2, h2: 1.5, h3: 1.17, h4: 1, h5: 0.83, h6: 0.67, small: 0.83 }
const LISTED = 60

/**
 * Text with too little contrast to its background (WCAG 2.2, 1.4.3), as far as only the stylesheets show. If a state, a
 * condition, a picture or a value that only a browser computes decides the contrast, nothing is reported.
 */
export const checkContrast: PageCheck = function* (facts, add) {
  const { page, elements } = facts
  const sheet = yield* readSheet(facts)
  const styles = new Map<string, Style>()
  const base: Style = {
    classes: new Set(),
    color: { value: BLACK },
    behind: { value: WHITE },
    size: 16,
    bold: false,
    veiled: false,
  }
  const root = sheet.styleOf(undefined, base)
  let told = 0
  for (const node of elements) {
    yield
    const style = sheet.styleOf(node, styles.get(node.parent) ?? root)
    styles.set(node.id, style)
    if (told >= LISTED || node.ns !== undefined || FORM.has(node.tag)) continue
    const seen = seenOf(style)
    if (seen === undefined || !hasText(facts, node) || isUnheard(page, node)) continue
    told += 1
    const { ratio, needed } = seen
    const [shown, behind] = [hex(seen.ink), hex(seen.behind)]
    add({
      code: 'low-contrast',
      severity: ratio < 2 ? 'error' : 'warning',
      message: `Text in ${shown} on ${behind} has a contrast of ${ratio.toFixed(2)}; ${needed} is needed.`,
      hint: 'Use a darker or lighter colour for the text or for what is behind it.',
      nodeId: node.id,
      excerpt: `${shown} on ${behind}`,
    })
  }
}

interface Faint {
  ink: Srgb
  behind: Srgb
  ratio: number
  needed: number
}

const faint = new WeakMap<Style, Faint | 'fine'>()

/** The too low contrast of text of this style; undefined if the contrast is sufficient or unknown. */
function seenOf(style: Style): Faint | undefined {
  const known = faint.get(style) ?? faintness(style)
  faint.set(style, known)
  return known === 'fine' ? undefined : known
}

function faintness({ veiled, color, behind, size, bold }: Style): Faint | 'fine' {
  if (veiled || color === 'unknown' || behind === 'unknown') return 'fine'
  const ink = over(color.value, behind.value)
  const ratio = contrast(ink, behind.value)
  const isLarge = size === undefined || size >= 24 || (bold && size >= 18.66)
  const needed = isLarge ? 3 : 4.5
  return ratio >= needed - 0.005 ? 'fine' : { ink, behind: behind.value, ratio, needed }
}

/** Elements that have default colours in browsers. */
const FORM = new Set(['input', 'select', 'textarea', 'button', 'option', 'mark', 'a', 'legend', 'html'])

const hasText = ({ page }: PageFacts, node: PageNode) =>
  page.children(node.id).some(({ kind, text }) => kind === 'text' && text.trim() !== '')

interface Candidate {
  /** Classes that ancestors must have: a quick test before the selector is matched. */
  around: readonly string[]
  selector: ComplexSelector
  specificity: Specificity
  order: number
  declarations: readonly Declaration[]
  /** Whether the rule applies only under a condition; the values that it sets are then unknown. */
  sometimes: boolean
  /** Whether it depends on more than tags and classes of the element and its ancestors. */
  particular: boolean
}

/** Pseudo-classes that the matcher reports as states and that depend on no other element. */
const STATES = new Set(['hover', 'focus', 'focus-visible', 'focus-within', 'active', 'root'])

function isParticular({ parts }: ComplexSelector): boolean {
  return parts.some(
    ({ combinator, compound }) =>
      (combinator !== undefined && combinator !== ' ' && combinator !== '>') ||
      compound.some(
        (simple) =>
          !['type', 'universal', 'class'].includes(simple.kind) &&
          !(simple.kind === 'pseudo-class' && STATES.has(simple.name)),
      ),
  )
}

function* readSheet(facts: PageFacts) {
  const { page, rules, site } = facts
  const tree = elementsOf(page)
  const variables = readVariables(facts)
  const byKey = new Map<string, Candidate[]>()
  let order = 0
  const put = (rule: Rule, around: readonly Rule[], declarations: readonly Declaration[]) => {
    const isNested = around.some(({ kind }) => kind === 'style')
    if (around.some(({ name }) => name.endsWith('keyframes'))) return
    const own = rule.kind === 'style' ? rule : around.findLast(({ kind }) => kind === 'style')
    const selectors = own && parseSelectors(own.prelude)
    const sometimes = isNested || rule.kind !== 'style' || around.some(({ name }) => name !== 'layer')
    for (const selector of selectors ?? []) {
      order += 1
      const last = selector.parts.at(-1)?.compound ?? []
      if (last.some(({ kind }) => kind === 'pseudo-element')) continue
      const key = isNested ? '*' : compoundKey(last)
      const list = byKey.get(key)
      const candidate = {
        around: isNested ? [] : classesAround(selector),
        selector,
        specificity: specificityOf(selector),
        order,
        declarations,
        sometimes,
        particular: !(sometimes && selector.relative) && isParticular(selector),
      }
      if (list) list.push(candidate)
      else byKey.set(key, [candidate])
    }
  }
  for (const [rule, around] of rulesWith(rules, (name) => PROPERTIES.has(name))) {
    yield
    put(
      rule,
      around,
      rule.declarations.filter(({ name }) => PROPERTIES.has(name)),
    )
  }
  for (const [name, { declarations }] of siteFramework(site).utilities) {
    const read = readDeclaration(declarations.replace(/;\s*$/, ''))
    if (!PROPERTIES.has(read.name)) continue
    const selector: ComplexSelector = {
      parts: [{ combinator: undefined, compound: [{ kind: 'class', name }] }],
      relative: false,
    }
    const declaration: Declaration = { id: '', at: '', before: '', text: declarations, later: false, ...read }
    const candidate = {
      around: [],
      selector,
      specificity: [0, 1, 0] as const,
      order: -1,
      declarations: [declaration],
      sometimes: false,
      particular: false,
    }
    byKey.set(`.${name}`, [candidate, ...(byKey.get(`.${name}`) ?? [])])
  }

  function candidatesOf(node: PageNode | undefined): Candidate[] {
    const keys = node
      ? ['*', node.tag.toLowerCase(), ...nodeClasses(node).map((name) => `.${name}`)]
      : ['*', 'html', ':root']
    const id = node && nodeAttribute(node, 'id')
    if (id) keys.push(`#${id}`)
    return keys.flatMap((key) => byKey.get(key) ?? [])
  }

  // Elements with the same tag and classes under the same parent style share their style, if no rule needs more.
  const shared = new WeakMap<Style, Map<string, Style | 'own'>>()

  return {
    /** @param node undefined for the html element */
    styleOf(node: PageNode | undefined, inherited: Style): Style {
      if (!node) return decide(node, inherited, candidatesOf(node))
      const id = nodeAttribute(node, 'id')
      if (nodeAttribute(node, 'style') !== undefined || (id && byKey.has(`#${id}`)))
        return decide(node, inherited, candidatesOf(node))
      const known = shared.get(inherited) ?? new Map<string, Style | 'own'>()
      shared.set(inherited, known)
      const key = `${node.tag} ${classKey(node)}`
      const before = known.get(key)
      if (before !== undefined && before !== 'own') return before
      const candidates = candidatesOf(node)
      const style = decide(node, inherited, candidates)
      if (before === undefined) known.set(key, candidates.some(({ particular }) => particular) ? 'own' : style)
      return style
    },
  }

  function decide(node: PageNode | undefined, inherited: Style, candidates: readonly Candidate[]): Style {
    const decided = new Map<
      string,
      { weight: readonly number[]; specificity: Specificity; value: string; unsure: boolean }
    >()
    const id = node?.id ?? ':html'
    const offer = (
      { name, value, important }: Pick<Declaration, 'name' | 'value' | 'important'>,
      specificity: Specificity,
      place: number,
      unsure: boolean,
    ) => {
      const property = name === 'background-color' ? 'background' : name
      const before = decided.get(property)
      if (unsure) {
        if (before) before.unsure = true
        else decided.set(property, { weight: [-1, 0], specificity: [0, 0, 0], value: '', unsure: true })
        return
      }
      const weight = [important ? 1 : 0, place]
      const wins =
        !before ||
        (weight[0] ?? 0) > (before.weight[0] ?? 0) ||
        (weight[0] === before.weight[0] &&
          (compareSpecificity(specificity, before.specificity) > 0 ||
            (compareSpecificity(specificity, before.specificity) === 0 && place >= (before.weight[1] ?? 0))))
      if (wins) decided.set(property, { weight, specificity, value, unsure: before?.unsure ?? false })
    }
    for (const { around, selector, specificity, order: place, declarations, sometimes } of candidates) {
      if (!around.every((name) => inherited.classes.has(name))) continue
      if (sometimes && selector.relative) {
        for (const declaration of declarations) offer(declaration, specificity, place, true)
        continue
      }
      const states = matchSelectors(tree, id, [selector])
      if (states === undefined || (states.length > 0 && !sometimes)) continue
      for (const declaration of declarations) offer(declaration, specificity, place, sometimes || states.length > 0)
    }
    const inline = node && nodeAttribute(node, 'style')
    for (const part of inline?.split(';') ?? []) {
      const read = readDeclaration(part.trim())
      if (PROPERTIES.has(read.name)) offer(read, [1_000, 0, 0], Number.MAX_SAFE_INTEGER, false)
    }
    return fold(node, inherited, decided, variables)
  }
}

type Decided = ReadonlyMap<string, { value: string; unsure: boolean }>

function fold(
  node: PageNode | undefined,
  inherited: Style,
  decided: Decided,
  variables: ReadonlyMap<string, string>,
): Style {
  const said = (property: string) => {
    const found = decided.get(property)
    return found && (found.unsure ? 'unknown' : substitute(found.value, variables))
  }
  const color = said('-webkit-text-fill-color') ?? said('color')
  const image = said('background-image')
  const background = said('background')
  const position = said('position')
  const size = said('font-size')
  const weight = said('font-weight')
  const isApart = position === 'absolute' || position === 'fixed' || position === 'sticky' || position === 'unknown'
  let behind: Style['behind'] = isApart ? 'unknown' : inherited.behind
  if (background !== undefined) behind = layered(background, behind)
  if (image !== undefined && image !== 'none') behind = 'unknown'
  const veils = ['opacity', 'filter', 'mix-blend-mode', 'text-shadow'].some((property) => {
    const value = said(property)
    return value !== undefined && !['1', '100%', 'none', 'normal'].includes(value)
  })
  const scale = node && SIZES[node.tag]
  const usual = scale === undefined ? inherited.size : inherited.size === undefined ? undefined : inherited.size * scale
  const names = node ? nodeClasses(node) : []
  const isKnown = names.every((name) => inherited.classes.has(name))
  return {
    classes: isKnown ? inherited.classes : new Set([...inherited.classes, ...names]),
    color:
      color === undefined
        ? inherited.color
        : color === 'inherit' || color === 'currentcolor'
          ? inherited.color
          : readSrgb(color),
    behind,
    size: size === undefined ? usual : pixels(size, inherited.size),
    bold: weight === undefined ? inherited.bold || /^(?:h[1-6]|b|strong|th)$/.test(node?.tag ?? '') : isBold(weight),
    veiled: inherited.veiled || veils,
  }
}

function layered(background: string, below: Style['behind']): Style['behind'] {
  if (background === 'none' || background === 'transparent' || background === 'unset' || background === 'initial')
    return below
  const color = readSrgb(background)
  if (color === 'unknown' || color.value.alpha === 1) return color
  if (color.value.alpha === 0) return below
  return below === 'unknown' ? below : { value: over(color.value, below.value) }
}

function readSrgb(text: string): Guess<Srgb> {
  if (text === 'unknown') return 'unknown'
  const read = readColor(text)
  return read.kind === 'known' ? { value: toSrgb(read.color) } : 'unknown'
}

function pixels(text: string, around: number | undefined): number | undefined {
  const match = /^(\d+(?:\.\d+)?|\.\d+)(px|rem|em|%)$/.exec(text)
  if (!match) return undefined
  const value = Number(match[1])
  if (match[2] === 'px') return value
  if (match[2] === 'rem') return value * 16
  return around === undefined ? undefined : around * (match[2] === 'em' ? value : value / 100)
}

const isBold = (text: string) => text === 'bold' || text === 'bolder' || Number(text) >= 700

function compoundKey(compound: ComplexSelector['parts'][number]['compound']): string {
  for (const simple of compound) if (simple.kind === 'id') return `#${simple.name}`
  for (const simple of compound) if (simple.kind === 'class') return `.${simple.name}`
  for (const simple of compound) if (simple.kind === 'type') return simple.name.toLowerCase()
  return compound.some((simple) => simple.kind === 'pseudo-class' && simple.name === 'root') ? ':root' : '*'
}

/** The classes that a selector requires of ancestors of its subject. */
function classesAround({ parts }: ComplexSelector): string[] {
  const names: string[] = []
  for (let at = parts.length - 1; at > 0; at -= 1) {
    const combinator = parts[at]?.combinator
    // A sibling combinator requires nothing of ancestors, but siblings have the same parent.
    if (combinator !== ' ' && combinator !== '>') continue
    for (const simple of parts[at - 1]?.compound ?? []) if (simple.kind === 'class') names.push(simple.name)
  }
  return names
}

function hex({ red, green, blue }: Srgb): string {
  const pair = (channel: number) =>
    Math.round(channel * 255)
      .toString(16)
      .padStart(2, '0')
  return `#${pair(red)}${pair(green)}${pair(blue)}`
}
