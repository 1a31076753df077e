import type { LockedProject, View } from '@atelier/documents'
import { createRests } from '@atelier/operation'
import { canMatch, type PageSummary, summarize } from '../css/applying.ts'
import { elementsOf } from '../css/elements.ts'
import { everyRule, storedRule } from '../css/rules.ts'
import { type ComplexSelector, parseSelectors } from '../css/selector.ts'
import { type ElementTree, matchSelectors } from '../css/selectorMatch.ts'
import type { Lock } from '../document/locks.ts'
import { documents } from '../document/pages.ts'
import { type PageTree, readTree } from '../document/tree.ts'

interface StyledPage {
  tree: PageTree
  elements: ElementTree
  names: PageSummary
  /** The ids of the elements in locked parts. */
  locked: ReadonlySet<string>
}

interface Selectors {
  text: string
  own: readonly ComplexSelector[]
  nesting: readonly (readonly ComplexSelector[])[]
}

/**
 * The selector of the first of some rules that styles only what is locked, before or after they change; undefined if each
 * also styles something else, or nothing that is locked.
 */
export async function lockedStyle(
  rules: ReadonlySet<string>,
  { before, after, locks }: { before: View; after: View; locks: readonly Lock[] },
  project: LockedProject,
): Promise<string | undefined> {
  const pages = createPages(before, locks, project)
  const rest = createRests()
  for (const view of [before, after]) {
    for (const id of withInnerRules(view, rules)) {
      const selectors = selectorsOf(view, id)
      await rest()
      if (selectors && (await pages.areLocked(selectors))) return selectors.text
    }
  }
  return undefined
}

function createPages(site: View, locks: readonly Lock[], project: LockedProject) {
  const known = new Map<string, StyledPage | undefined>()
  const ofPage = (id: string) => locks.filter((lock) => lock.kind !== 'token' && lock.id === id)
  const withLocks = [...new Set(locks.flatMap(({ kind, id }) => (kind === 'token' ? [] : [id])))]
  const rest = createRests()

  async function open(id: string): Promise<StyledPage | undefined> {
    if (known.has(id)) return known.get(id)
    const view = await project.open(id)
    const tree = view && readTree(view)
    const tops = tree ? ofPage(id).map(({ nodeId = tree.root }) => nodeId) : []
    const locked = new Set(tops.flatMap((top) => [...(tree?.walk(top) ?? [])].map((node) => node.id)))
    const page = tree && { tree, elements: elementsOf(tree), names: summarize(tree), locked }
    known.set(id, page)
    return page
  }

  function matches(
    { tree, elements, names, locked }: StyledPage,
    { own, nesting, text }: Selectors,
    inLocked: boolean,
  ) {
    if (nesting.length === 0 && !canMatch(text, names)) return false
    const ids = inLocked ? locked : [...tree.walk()].map(({ id }) => id)
    for (const id of ids) {
      if ((!inLocked && locked.has(id)) || tree.node(id)?.kind !== 'element') continue
      if (matchSelectors(elements, id, own, nesting)) return true
    }
    return false
  }

  /** Whether something matches, and everything that does is locked. */
  async function areLocked(selectors: Selectors): Promise<boolean> {
    let isAny = false
    for (const id of withLocks) {
      const page = await open(id)
      isAny ||= page !== undefined && matches(page, selectors, true)
    }
    if (!isAny) return false
    for (const { id } of documents(site)) {
      await rest()
      const page = await open(id)
      if (page && matches(page, selectors, false)) return false
    }
    return true
  }

  return { areLocked }
}

/** The ids of some rules, and of every rule inside them. */
function withInnerRules(view: View, rules: ReadonlySet<string>): string[] {
  const found = [...rules].filter((id) => storedRule(view, id))
  if (!found.some((id) => storedRule(view, id)?.kind === 'at')) return found
  const isIn = (id: string) => rules.has(id) || rulesAround(view, id).some((each) => rules.has(each.id))
  return [...everyRule(view)].flatMap(({ id }) => (isIn(id) ? [id] : []))
}

/** The rules around a rule, the nearest first; those of a cycle once. */
function rulesAround(view: View, id: string) {
  const found = []
  const seen = new Set([id])
  for (let at = storedRule(view, storedRule(view, id)?.parent ?? ''); at && !seen.has(at.id); ) {
    found.push(at)
    seen.add(at.id)
    at = storedRule(view, at.parent)
  }
  return found
}

/** The selectors of a style rule with those of the rules around it, the nearest first; undefined for any other rule. */
function selectorsOf(view: View, id: string): Selectors | undefined {
  const rule = storedRule(view, id)
  const own = rule?.kind === 'style' ? parseSelectors(rule.prelude) : undefined
  if (!rule || !own) return undefined
  const nesting = rulesAround(view, id).flatMap(({ kind, prelude }) => {
    const around = kind === 'style' ? parseSelectors(prelude) : undefined
    return around ? [around] : []
  })
  return { text: rule.selector, own, nesting }
}
