import { yieldToOthers } from '@atelier/operation'
import { codeAssets } from '../code/assets.ts'
import type { SiteContext } from '../context/context.ts'
import { everyRule } from '../css/rules.ts'
import { documents } from '../document/pages.ts'
import { nodeAttributes, nodeClasses, type PageNode, readTree } from '../document/tree.ts'
import { designSystem } from '../tokens/system.ts'

/** The maximum number of users of one kind in a sentence. */
const LISTED = 5
/** Yields to other requests after this many documents. */
const SLICE = 8

/** The remaining references to something that was removed, as the rest of a sentence; empty if there are none. */
export async function usersOf(
  context: SiteContext,
  names: {
    /** Tests a text of CSS or code. */
    text?: (text: string) => boolean
    /** Tests a class. */
    class?: (name: string) => boolean
  },
): Promise<string> {
  const { site } = context
  const inText = names.text ?? (() => false)
  const rules = new Set<string>()
  for (const { kind, selector, prelude, declarations } of everyRule(site)) {
    if (declarations.some(({ value }) => inText(value)) || (kind !== 'style' && kind !== 'comment' && inText(prelude)))
      rules.add(selector)
  }
  const { colors, fonts } = designSystem(site)
  const tokens = [
    ...colors.flatMap(({ slug, lightValue, darkValue }) =>
      inText(`${lightValue} ${darkValue ?? ''}`) ? [`--${slug}`] : [],
    ),
    ...fonts.flatMap(({ variable, fallback }) => (inText(fallback ?? '') ? [`--${variable}`] : [])),
  ]
  const assets = codeAssets(site).flatMap(({ path, content }) => (inText(content) ? [path] : []))
  const elements = await elementsThat(context, (node) => {
    if (names.class && nodeClasses(node).some(names.class)) return true
    return names.text !== undefined && nodeAttributes(node).some(([name, value]) => name !== 'class' && inText(value))
  })
  const parts = [
    ...userLines('the rule', 'the rules', [...rules]),
    ...userLines('the token', 'the tokens', tokens),
    ...userLines('the code asset', 'the code assets', assets),
    ...elements,
  ]
  return parts.join('; ')
}

async function elementsThat({ site, drafts }: SiteContext, wanted: (node: PageNode) => boolean): Promise<string[]> {
  const found: string[] = []
  let count = 0
  for (const [index, { id, title }] of documents(site).entries()) {
    if (index % SLICE === SLICE - 1) await yieldToOthers()
    const page = await drafts.open(id)
    if (!page) continue
    let own = 0
    for (const node of readTree(page).walk()) if (node.kind === 'element' && wanted(node)) own += 1
    if (own === 0) continue
    count += own
    found.push(`“${title.slice(0, 40)}”`)
  }
  if (count === 0) return []
  const more = found.length > LISTED ? ` and ${found.length - LISTED} more` : ''
  return [`${count} ${count === 1 ? 'element' : 'elements'} on ${found.slice(0, LISTED).join(', ')}${more}`]
}

function userLines(one: string, many: string, names: readonly string[]): string[] {
  if (names.length === 0) return []
  const shown = names.slice(0, LISTED).map((name) => name.slice(0, 80))
  const more = names.length > LISTED ? ` and ${names.length - LISTED} more` : ''
  return [`${names.length === 1 ? one : many} ${shown.join(', ')}${more}`]
}

/** Whether a text names one of some custom properties: the whole name, not only a prefix. */
export function namesVariable(variables: ReadonlySet<string>): (text: string) => boolean {
  return (text) => {
    if (variables.size === 0 || !text.includes('--')) return false
    for (const [name] of text.matchAll(/--[\p{L}\p{N}_-]*/gu)) if (variables.has(name)) return true
    return false
  }
}

/** Whether a text holds one of some words. */
export function namesWord(words: ReadonlySet<string>): (text: string) => boolean {
  return (text) => {
    if (words.size === 0) return false
    for (const [word] of text.matchAll(/[\p{L}\p{N}_-]+/gu)) if (words.has(word)) return true
    return false
  }
}
