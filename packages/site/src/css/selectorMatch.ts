import type { ComplexSelector, Nth, SimpleSelector } from './selector.ts'

/** The elements that selectors are matched against. `html` is the root; text and comments are not in it. */
export interface ElementTree {
  parent(id: string): string | undefined
  /** Child elements in order. */
  children(id: string): readonly string[]
  tag(id: string): string
  attribute(id: string, name: string): string | undefined
  classes(id: string): readonly string[]
  /** Whether it holds neither elements nor text. */
  isEmpty(id: string): boolean
  /** The page is in quirks mode, where case does not tell classes and ids apart (Selectors 4, 6.6 and 6.7). */
  quirks?: boolean
}

/** The states that an element needs for a selector to match now, such as `:hover`. Empty: it matches as it is. */
export type States = readonly string[]

interface Scope {
  tree: ElementTree
  /** The selectors that `&` refers to; undefined outside nested rules. */
  parents: readonly ComplexSelector[] | undefined
  /** The scope in which `parents` themselves are matched. */
  outer: Scope | undefined
  /** A selector that does not name `&` is about descendants of it; not so inside `:is()` and its like. */
  hangs: boolean
}

/**
 * Whether an element matches one of `selectors`: the states that it takes (the fewest), or undefined if it cannot.
 * `nesting` holds the selector lists of the rules around, the nearest first.
 */
export function matchSelectors(
  tree: ElementTree,
  id: string,
  selectors: readonly ComplexSelector[],
  nesting: readonly (readonly ComplexSelector[])[] = [],
): States | undefined {
  return matchList(scopeOf(tree, nesting), id, selectors)
}

function scopeOf(tree: ElementTree, nesting: readonly (readonly ComplexSelector[])[]): Scope {
  const [parents, ...outer] = nesting
  return { tree, parents, outer: parents ? scopeOf(tree, outer) : undefined, hangs: parents !== undefined }
}

function matchList(scope: Scope, id: string, selectors: readonly ComplexSelector[]): States | undefined {
  return fewest(selectors.map((selector) => matchFrom(scope, id, selector, selector.parts.length - 1)))
}

function matchFrom(scope: Scope, id: string, selector: ComplexSelector, index: number): States | undefined {
  const part = selector.parts[index]
  if (!part) return undefined
  const own = matchCompound(scope, id, part.compound)
  if (own === undefined) return undefined
  const isFirst = index === 0
  const hangsOnParent = isFirst && selector.relative && scope.hangs
  if (isFirst && !hangsOnParent) return own
  const combinator = part.combinator ?? ' '
  const before = (candidate: string): States | undefined =>
    hangsOnParent ? matchNesting(scope, candidate) : matchFrom(scope, candidate, selector, index - 1)
  const rest = fewest(reached(scope.tree, id, combinator).map(before))
  return rest && crossStates(own, rest)
}

function reached(tree: ElementTree, id: string, combinator: string): string[] {
  const parent = tree.parent(id)
  if (combinator === '>') return parent === undefined ? [] : [parent]
  if (combinator === ' ') {
    const ancestors: string[] = []
    for (let at = parent; at !== undefined; at = tree.parent(at)) ancestors.push(at)
    return ancestors
  }
  const siblings = parent === undefined ? [] : tree.children(parent)
  const place = siblings.indexOf(id)
  return combinator === '+' ? siblings.slice(Math.max(0, place - 1), place) : siblings.slice(0, place)
}

function matchNesting(scope: Scope, id: string): States | undefined {
  if (!scope.parents) return scope.tree.parent(id) === undefined ? [] : undefined
  return matchList(scope.outer ?? scopeOf(scope.tree, []), id, scope.parents)
}

function matchCompound(scope: Scope, id: string, compound: readonly SimpleSelector[]): States | undefined {
  let states: States = []
  for (const simple of compound) {
    const own = matchSimple(scope, id, simple)
    if (own === undefined) return undefined
    states = crossStates(states, own)
  }
  return states
}

const when = (condition: boolean): States | undefined => (condition ? [] : undefined)

function matchSimple(scope: Scope, id: string, simple: SimpleSelector): States | undefined {
  const { tree } = scope
  switch (simple.kind) {
    case 'universal':
    case 'pseudo-element':
      return []
    case 'nesting':
      return matchNesting(scope, id)
    case 'type':
      return when(tree.tag(id).toLowerCase() === simple.name.toLowerCase())
    case 'class':
      if (tree.quirks) return when(tree.classes(id).some((name) => equalIgnoringCase(name, simple.name)))
      return when(tree.classes(id).includes(simple.name))
    case 'id':
      if (tree.quirks) return when(equalIgnoringCase(tree.attribute(id, 'id') ?? '', simple.name))
      return when(tree.attribute(id, 'id') === simple.name)
    case 'attribute':
      return when(
        matchAttribute(tree.attribute(id, simple.name) ?? tree.attribute(id, simple.name.toLowerCase()), simple),
      )
    case 'pseudo-class':
      return matchPseudoClass(scope, id, simple)
  }
}

const equalIgnoringCase = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

function matchAttribute(
  actual: string | undefined,
  { name, operator, value = '', ignoreCase }: Extract<SimpleSelector, { kind: 'attribute' }>,
): boolean {
  if (actual === undefined) return false
  if (operator === undefined) return true
  // HTML compares the values of these without case (HTML, 4.16.2).
  const fold = ignoreCase || (name === 'type' && operator === '=')
  const [have, want] = fold ? [actual.toLowerCase(), value.toLowerCase()] : [actual, value]
  if (operator === '=') return have === want
  if (operator === '|=') return have === want || have.startsWith(`${want}-`)
  if (want === '') return false
  if (operator === '~=') return have.split(/\s+/).includes(want)
  if (operator === '^=') return have.startsWith(want)
  return operator === '$=' ? have.endsWith(want) : have.includes(want)
}

function matchPseudoClass(
  scope: Scope,
  id: string,
  simple: Extract<SimpleSelector, { kind: 'pseudo-class' }>,
): States | undefined {
  const { tree } = scope
  const { name, selectors = [] } = simple
  const parent = tree.parent(id)
  const siblings = parent === undefined ? [id] : tree.children(parent)
  const sameType = () => siblings.filter((each) => tree.tag(each) === tree.tag(id))
  switch (name) {
    case 'is':
    case 'where':
    case 'matches':
    case '-webkit-any':
    case '-moz-any':
      return matchList(inside(scope), id, selectors)
    case 'not': {
      const inner = matchList(inside(scope), id, selectors)
      return inner === undefined || inner.length > 0 ? [] : undefined
    }
    case 'has':
      return fewest(selectors.map((selector) => matchHas(scope, id, selector)))
    case 'root':
    case 'scope':
      return when(parent === undefined)
    case 'empty':
      return when(tree.isEmpty(id))
    case 'first-child':
      return when(siblings[0] === id)
    case 'last-child':
      return when(siblings.at(-1) === id)
    case 'only-child':
      return when(siblings.length === 1)
    case 'first-of-type':
      return when(sameType()[0] === id)
    case 'last-of-type':
      return when(sameType().at(-1) === id)
    case 'only-of-type':
      return when(sameType().length === 1)
    case 'nth-child':
    case 'nth-last-child': {
      const counted = simple.selectors
        ? siblings.filter((each) => matchList(inside(scope), each, selectors)?.length === 0)
        : siblings
      return when(isNth(counted, id, simple.nth, name === 'nth-last-child'))
    }
    case 'nth-of-type':
    case 'nth-last-of-type':
      return when(isNth(sameType(), id, simple.nth, name === 'nth-last-of-type'))
    case 'link':
    case 'any-link':
      return when(tree.attribute(id, 'href') !== undefined && ['a', 'area'].includes(tree.tag(id)))
    case 'disabled':
      return when(tree.attribute(id, 'disabled') !== undefined)
    case 'enabled':
      return when(formTags.has(tree.tag(id)) && tree.attribute(id, 'disabled') === undefined)
    case 'required':
      return when(tree.attribute(id, 'required') !== undefined)
    case 'optional':
      return when(fieldTags.has(tree.tag(id)) && tree.attribute(id, 'required') === undefined)
    case 'defined':
      return []
    default:
      return [simple.argument === undefined ? `:${name}` : `:${name}(${simple.argument})`]
  }
}

const fieldTags = new Set(['input', 'select', 'textarea'])
const formTags = new Set([...fieldTags, 'button', 'fieldset', 'optgroup', 'option'])

const inside = (scope: Scope): Scope => ({ ...scope, hangs: false })

function matchHas(scope: Scope, id: string, selector: ComplexSelector): States | undefined {
  const { tree } = scope
  const combinator = selector.parts[0]?.combinator ?? ' '
  const parent = tree.parent(id)
  const siblings = parent === undefined ? [] : tree.children(parent)
  const later = siblings.slice(siblings.indexOf(id) + 1)
  const starts = combinator === ' ' || combinator === '>' ? tree.children(id) : later
  const candidates = [...starts].flatMap((each) => [each, ...descendants(tree, each)])
  return fewest(candidates.map((candidate) => matchAnchored(scope, candidate, selector, selector.parts.length - 1, id)))
}

/** Matches leftwards from an element until the first compound hangs on the anchor of `:has()`. */
function matchAnchored(
  scope: Scope,
  id: string,
  selector: ComplexSelector,
  index: number,
  anchor: string,
): States | undefined {
  const part = selector.parts[index]
  const own = part && matchCompound(inside(scope), id, part.compound)
  if (!part || own === undefined) return undefined
  const candidates = reached(scope.tree, id, part.combinator ?? ' ')
  if (index === 0) return candidates.includes(anchor) ? own : undefined
  const rest = fewest(candidates.map((each) => matchAnchored(scope, each, selector, index - 1, anchor)))
  return rest && crossStates(own, rest)
}

function descendants(tree: ElementTree, id: string): string[] {
  return tree.children(id).flatMap((child) => [child, ...descendants(tree, child)])
}

function isNth(list: readonly string[], id: string, nth: Nth | undefined, fromEnd: boolean): boolean {
  const index = fromEnd ? list.length - list.indexOf(id) : list.indexOf(id) + 1
  if (!nth || !list.includes(id)) return false
  const distance = index - nth.offset
  return nth.step === 0 ? distance === 0 : distance % nth.step === 0 && distance / nth.step >= 0
}

const crossStates = (one: States, other: States): States =>
  other.length === 0 ? one : one.length === 0 ? other : [...new Set([...one, ...other])]

function fewest(all: readonly (States | undefined)[]): States | undefined {
  let best: States | undefined
  for (const states of all) {
    if (states !== undefined && (best === undefined || states.length < best.length)) best = states
  }
  return best
}
