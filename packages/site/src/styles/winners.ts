import { yieldToOthers } from '@atelier/operation'
import type { SiteContext } from '../context/context.ts'
import { type Rule, walkRules } from '../css/rules.ts'
import { documents } from '../document/pages.ts'
import { nodeAttribute, type PageTree, readTree } from '../document/tree.ts'
import type { MatchedRule } from '../sheet/matchedRules.ts'
import { type Competitor, type ElementState, type PageCascade, readPageCascade } from '../target/cascade.ts'
import { conditionHolds, type Surroundings } from '../target/conditions.ts'
import { frameWidths } from '../target/widths.ts'

/** A rule that now wins over another one, for the elements that both are about. */
export interface WinnerChange {
  /** The selector of the rule whose value showed before, and of the one whose value shows now. */
  from: string
  to: string
  properties: string[]
  nodes: number
}

/** Elements after which other requests have their turn. */
const SLICE = 100
/** Where a site has no frames. */
const USUAL_WIDTH = 1_440

/** The cascades of all documents as they are now. */
export async function readCascades(context: SiteContext): Promise<PageCascade[]> {
  const read: PageCascade[] = []
  for (const { id } of documents(context.site)) {
    const page = await context.drafts.open(id)
    if (page) read.push(readPageCascade(context.site, readTree(page), id))
    await yieldToOthers()
  }
  return read
}

/**
 * Who wins otherwise after a rule was moved, longhand by longhand, in each frame and scheme of the site and in each state
 * that the rules ask for. Only where another value shows.
 */
export async function changedWinners(
  context: SiteContext,
  rule: Rule,
  before: readonly PageCascade[],
): Promise<WinnerChange[]> {
  const moved = new Set([rule.id, ...[...walkRules(rule.rules)].map(([each]) => each.id)])
  const after = await readCascades(context)
  const widths = frameWidths(context.site)
  const found = new Map<string, WinnerChange>()
  let seen = 0
  for (const [index, old] of before.entries()) {
    const now = after[index]
    if (!now) continue
    // Elements that the same rules are about have the same winners.
    const known = new Map<string, ReadonlyMap<string, ReadonlySet<string>>>()
    for (const { id, kind } of old.tree.walk()) {
      if (kind !== 'element') continue
      seen += 1
      if (seen % SLICE === 0) await yieldToOthers()
      const matches = old.all(id)
      if (!matches.some((each) => moved.has(each.id))) continue
      const key = alike(old.tree, id, matches)
      const changes =
        known.get(key) ?? changesOf(old, now, id, matches, moved, widths.length > 0 ? widths : [USUAL_WIDTH])
      known.set(key, changes)
      for (const [pair, properties] of changes) {
        const [from = '', to = ''] = pair.split('\n')
        const change = found.get(pair) ?? { from, to, properties: [], nodes: 0 }
        change.properties = [...new Set([...change.properties, ...properties])]
        change.nodes += 1
        found.set(pair, change)
      }
    }
  }
  return [...found.values()]
}

const alike = (tree: PageTree, id: string, matches: readonly MatchedRule[]): string => {
  const node = tree.node(id)
  return JSON.stringify([
    matches.map((each) => [each.id, each.pseudoElement]),
    node && [nodeAttribute(node, 'style'), nodeAttribute(node, 'dir')],
  ])
}

/** The properties whose winner is another one, by the selectors of both, one in a line. */
function changesOf(
  old: PageCascade,
  now: PageCascade,
  nodeId: string,
  matches: readonly MatchedRule[],
  moved: ReadonlySet<string>,
  widths: readonly number[],
): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const match of matches.filter((each) => moved.has(each.id))) {
    const conditions = old.placeOf(match)?.conditions ?? []
    for (const state of statesWith(match, matches)) {
      for (const around of surroundings(widths, conditions)) {
        const winners = now.declared(nodeId, state, around)
        for (const [longhand, [was]] of old.declared(nodeId, state, around)) {
          const [is] = winners.get(longhand) ?? []
          if (!was || !is || declarationText(was) === declarationText(is)) continue
          const pair = `${was.match?.selector ?? 'style'}\n${is.match?.selector ?? 'style'}`
          found.set(pair, (found.get(pair) ?? new Set()).add(is.declaration.name))
        }
      }
    }
  }
  return found
}

const declarationText = ({ declaration: { name, value } }: Competitor) => `${name}: ${value}`

/** The states of a rule, alone and with those of each other rule of the element. */
function statesWith(match: MatchedRule, others: readonly MatchedRule[]): ElementState[] {
  const { pseudoElement = '' } = match
  const all = new Map<string, ElementState>()
  for (const other of others) {
    if ((other.pseudoElement ?? '') !== pseudoElement) continue
    const states = [...new Set([...match.states, ...other.states])].sort()
    all.set(states.join(' '), { states, pseudoElement })
  }
  return [...all.values()]
}

/** Every frame in both schemes; a condition of the rule that a frame cannot tell is taken to hold. */
function surroundings(widths: readonly number[], conditions: readonly string[]): Surroundings[] {
  return widths.flatMap((width) =>
    (['light', 'dark'] as const).map((scheme) => ({
      width,
      scheme,
      assumed: new Set(conditions.filter((each) => conditionHolds(each, { width, scheme }) === undefined)),
    })),
  )
}
