import type { View } from '@atelier/documents'
import { applyingRules } from '../css/applying.ts'
import { elementsOf } from '../css/elements.ts'
import { printRules } from '../css/printCss.ts'
import { type Rule, walkRules } from '../css/rules.ts'
import type { ElementTree } from '../css/selectorMatch.ts'
import { isKeyframes } from '../css/syntax.ts'
import { nodeAttributes, nodeClasses, type PageTree } from '../document/tree.ts'
import { printHtml } from '../html/print.ts'
import { cascadeRules } from '../sheet/cascade.ts'
import { matchRules } from '../sheet/matchedRules.ts'
import { authoredTokens } from '../tokens/digest.ts'
import { siteFramework } from '../tokens/framework.ts'
import { addVariables } from '../tokens/uses.ts'
import { ownSelectors, withSelectors } from './selectors.ts'

/** Marks the style block of nodes that were copied here: what comes with it was chosen, and is not cleaned. */
export const CLIP_MARK = 'data-atelier-clip'

/**
 * Nodes as HTML that can be pasted anywhere: with the rules of classes, ids and attributes that style them by themselves, and
 * the animations and custom properties that those rules name. Rules of bare tags belong to the site and stay there.
 * @param nodeIds nodes of one page, outermost ones, in order
 * @param origin the base of the files that it names, for the page of the paste
 */
export function clipOf(site: View, tree: PageTree, pageId: string, nodeIds: readonly string[], origin = ''): string {
  const html = nodeIds.map((id) => printHtml(tree, id)).join('\n')
  const rules = rulesFor(site, tree, pageId, nodeIds)
  const css = printRules(rules)
  const tokens = tokensIn(site, `${css} ${html}`)
  const root =
    tokens.length > 0 ? `:root {\n${tokens.map(({ name, value }) => `  ${name}: ${value};\n`).join('')}}\n` : ''
  const styles = `${root}${css}`
  const mark = origin === '' ? CLIP_MARK : `${CLIP_MARK}="${origin}"`
  return styles === '' && origin === ''
    ? html
    : `<style ${mark}>
${styles}
</style>
${html}`
}

function rulesFor(site: View, tree: PageTree, pageId: string, nodeIds: readonly string[]): Rule[] {
  const all = cascadeRules(site, tree, pageId)
  const elements = alone(elementsOf(tree), new Set(nodeIds))
  const matched = new Set<string>()
  const names = {
    tags: new Set<string>(),
    classes: new Set<string>(),
    ids: new Set<string>(),
    attributes: new Set<string>(),
  }
  for (const node of nodeIds.flatMap((id) => [...tree.walk(id)])) {
    if (node.kind !== 'element') continue
    names.tags.add(node.tag.toLowerCase())
    for (const name of nodeClasses(node)) names.classes.add(name.toLowerCase())
    for (const [name, value] of nodeAttributes(node)) {
      names.attributes.add(name.toLowerCase())
      if (name === 'id') names.ids.add(value.toLowerCase())
    }
    for (const { id } of matchRules(all, elements, node.id)) matched.add(id)
  }
  const around = new Set(
    [...walkRules(all)].flatMap(([rule, outer]) => (matched.has(rule.id) ? outer.map(({ id }) => id) : [])),
  )
  return applyingRules(keepUsedRules(all, matched, around), names)
}

/** The rules that matched, without their selectors of bare tags, and the definitions that they may name. */
function keepUsedRules(
  rules: readonly Rule[],
  matched: ReadonlySet<string>,
  around: ReadonlySet<string>,
  nested = false,
): Rule[] {
  return rules.flatMap((rule) => {
    if (rule.kind === 'at' && (isKeyframes(rule.name) || DEFINITIONS.has(rule.name))) return [rule]
    if (!matched.has(rule.id) && !around.has(rule.id)) return []
    const inner = { ...rule, rules: keepUsedRules(rule.rules, matched, around, nested || rule.kind === 'style') }
    if (rule.kind !== 'style' || nested) return [inner]
    const own = ownSelectors(rule.prelude)
    return own.length > 0 ? [withSelectors(inner, own)] : []
  })
}

const DEFINITIONS: ReadonlySet<string> = new Set(['property', 'counter-style', 'font-palette-values', 'position-try'])

/** The elements as they would match on another page: with nothing around the copied ones. */
function alone(elements: ElementTree, tops: ReadonlySet<string>): ElementTree {
  return { ...elements, parent: (id) => (tops.has(id) ? undefined : elements.parent(id)) }
}

/** The site's custom properties that a text names, those that their values name included. */
function tokensIn(site: View, text: string): { name: string; value: string }[] {
  const values = new Map(
    [...siteFramework(site).variables, ...authoredTokens(site)].map(({ name, value }) => [name, value]),
  )
  const found = new Map<string, string>()
  const left = [text]
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const named = new Set<string>()
    addVariables(next, named)
    for (const name of named) {
      const value = values.get(name)
      if (value === undefined || found.has(name)) continue
      found.set(name, value)
      left.push(value)
    }
  }
  return [...values.keys()].flatMap((name) => (found.has(name) ? [{ name, value: found.get(name) ?? '' }] : []))
}
