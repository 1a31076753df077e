import { yieldToOthers } from '@atelier/operation'
import type { SiteContext } from '../context/context.ts'
import { canMatch, type PageSummary, summarize } from '../css/applying.ts'
import { elementsOf } from '../css/elements.ts'
import { classesIn } from '../css/renameNames.ts'
import type { Rule } from '../css/rules.ts'
import { isKeyframes } from '../css/syntax.ts'
import { documents } from '../document/pages.ts'
import { type PageTree, readTree } from '../document/tree.ts'
import { namesWord } from '../lint/users.ts'
import { cascadeParts } from '../sheet/cascade.ts'
import { layerOf, matchParts } from '../sheet/matchedRules.ts'
import { sheetEntry } from '../sheet/records.ts'
import { codeWords } from '../tokens/uses.ts'
import { allRules } from './classes.ts'

/** A rule of the site, with where it is used. */
export interface ListedStyle {
  ruleId: string
  /** The selector, or the at-rule of an animation, a font face and the like. */
  selector: string
  /** The at-rules and selectors around it, outermost first, without layers. */
  conditions: string[]
  layer: string
  /** The stylesheet: a sheet's id, a page's id, or empty for the site's own. */
  sheet: string
  /** The name of the sheet; empty for the site's own. */
  sheetName: string
  /** How many declarations it has. */
  declarations: number
  /** The classes that the selector names. */
  classes: string[]
  /** How many elements it is about in all documents, whatever their state. */
  nodes: number
  /** Those documents, with their elements. */
  documents: { id: string; nodes: number }[]
  /** Nothing in the documents and scripts of the site can match it. */
  unused: boolean
}

/** Elements after which other requests have their turn. */
const SLICE = 150

/** Every rule of the site in the order of the sheets, the weakest sheet first. */
export async function listStyles(context: SiteContext): Promise<ListedStyle[]> {
  const { site, drafts } = context
  const counts = new Map<string, Map<string, number>>()
  const trees: PageTree[] = []
  for (const { id } of documents(site)) {
    const page = await drafts.open(id)
    if (!page) continue
    const tree = readTree(page)
    trees.push(tree)
    await countMatches(cascadeParts(site, tree, id), tree, (ruleId) => {
      const own = counts.get(ruleId) ?? new Map<string, number>()
      own.set(id, (own.get(id) ?? 0) + 1)
      counts.set(ruleId, own)
    })
  }
  const summary = withWords(summarize(...trees), codeWords(site), trees)
  const names = new Map(documents(site).map(({ id, title }) => [id, title]))
  const listed: ListedStyle[] = []
  const animations = animationText(site)
  let seen = 0
  for (const [rule, around] of allRules(site)) {
    seen += 1
    if (seen % SLICE === 0) await yieldToOthers()
    if (!isListed(rule, around)) continue
    const used = [...(counts.get(rule.id) ?? [])].map(([id, nodes]) => ({ id, nodes }))
    const isNamed =
      rule.kind === 'style'
        ? [...around, rule].every((each) => each.kind !== 'style' || canMatch(each.prelude, summary))
        : isKeyframes(rule.name)
          ? namesWord(new Set([rule.selector.split(/\s+/)[1]?.replace(/["']/g, '') ?? '']))(animations)
          : true
    listed.push({
      ruleId: rule.id,
      selector: rule.selector,
      conditions: around.filter(({ name }) => name !== 'layer').map(({ selector }) => selector),
      layer: layerOf(around),
      sheet: rule.sheet,
      sheetName: rule.sheet === '' ? '' : (sheetEntry(site, rule.sheet)?.name ?? names.get(rule.sheet) ?? ''),
      declarations: rule.declarations.filter(({ name }) => name !== '').length,
      classes: rule.kind === 'style' ? [...classesIn(rule.prelude)] : [],
      nodes: used.reduce((sum, { nodes }) => sum + nodes, 0),
      documents: used,
      unused: used.length === 0 && !isNamed,
    })
  }
  return listed
}

async function countMatches(
  parts: readonly (readonly Rule[])[],
  tree: PageTree,
  count: (ruleId: string) => void,
): Promise<void> {
  const elements = elementsOf(tree)
  const ids = [HTML_ELEMENT, ...[...tree.walk()].flatMap(({ id, kind }) => (kind === 'element' ? [id] : []))]
  for (const [index, id] of ids.entries()) {
    if (index % SLICE === SLICE - 1) await yieldToOthers()
    for (const ruleId of new Set(matchParts(parts, elements, id).map((each) => each.id))) count(ruleId)
  }
}

/** What `elementsOf` calls the html element. */
const HTML_ELEMENT = ':html'

/** Rules with a selector, and at-rules that define something; a frame of an animation is part of it. */
function isListed(rule: Rule, around: readonly Rule[]): boolean {
  if (around.some(({ name }) => isKeyframes(name))) return false
  if (rule.kind === 'style') return true
  return (
    rule.kind === 'at' && (isKeyframes(rule.name) || ['font-face', 'property', 'counter-style'].includes(rule.name))
  )
}

/** The values that can name an animation. */
function animationText(site: SiteContext['site']): string {
  const texts: string[] = [[...codeWords(site)].join(' ')]
  for (const [rule] of allRules(site)) {
    for (const { name, value } of rule.declarations)
      if (name.includes('animation') || name.startsWith('--')) texts.push(value)
  }
  return texts.join(' ')
}

/** The names that pages use, with the words of scripts, which may set them. */
function withWords(summary: PageSummary, words: ReadonlySet<string>, trees: readonly PageTree[]): PageSummary {
  const more = new Set([...words].map((word) => word.toLowerCase()))
  for (const tree of trees) {
    for (const { kind, text, parent } of tree.walk()) {
      if (kind !== 'text' || tree.node(parent)?.tag !== 'script') continue
      for (const [word] of text.matchAll(/[\p{L}\p{N}_-]+/gu)) more.add(word.toLowerCase())
    }
  }
  return { ...summary, classes: summary.classes.union(more), ids: summary.ids.union(more) }
}
