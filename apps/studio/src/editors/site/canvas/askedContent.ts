import type { View } from '@atelier/documents'
import {
  isLoop,
  nodeAttribute,
  nodeAttributes,
  type PageNode,
  type PageTree,
  page as pageEntry,
  pageLanguage,
  replaceTokens,
} from '@atelier/site'
import type { AskedContent, ChosenEntry } from '../session/content/pageContent.ts'

/** What `data-source-id` says of a loop through a collection. */
const ROWS = 'data.rows'
/** The number of loops in one request. */
const MOST_LOOPS = 100

/** A document that the page consists of, with its loops where they are known. */
interface Part {
  tree: PageTree
  loops: readonly PageNode[]
  /** Whether it is the page itself, in which only loops show entries that are not loaded whole. */
  isPage: boolean
}

/**
 * The content that a page shows; undefined if it shows none.
 * @param specials the special nodes of the page
 * @param trees of the components on it and of what stands around it
 * @param chosen the entry that it is shown with, if it is a template for entries
 */
export function askedContent(
  site: View,
  pageId: string,
  {
    tree,
    specials,
    trees,
    chosen,
  }: { tree: PageTree; specials: readonly PageNode[]; trees: readonly PageTree[]; chosen: ChosenEntry | undefined },
): AskedContent | undefined {
  const target = pageEntry(site, pageId)?.template?.target
  const models = target?.kind === 'postTypes' ? target.tableSlugs : []
  const parts: Part[] = [
    { tree, loops: specials.filter(isRows), isPage: true },
    ...trees.map((each) => ({ tree: each, loops: [...each.walk()].filter(isRows), isPage: false })),
  ]
  const loops = parts.flatMap((part) => part.loops)
  const [model] = models
  if (loops.length === 0 && model === undefined) return undefined
  const wanted = chosen && models.includes(chosen.model) ? chosen : model === undefined ? undefined : { model }
  const { branch = 'own', ...entry } = wanted ?? { branch: undefined }
  return {
    language: pageLanguage(site, pageId),
    loops: loops.slice(0, MOST_LOOPS).map(readable),
    inside: parts.flatMap(loopsAround).slice(0, MOST_LOOPS),
    long: longFields(parts),
    ...('model' in entry ? { entry } : {}),
    branch,
  }
}

/** For each loop of a document, the number of the one around it among the loops of all; -1 for none. */
function loopsAround({ tree, loops }: Part, index: number, parts: readonly Part[]): number[] {
  const first = parts.slice(0, index).reduce((sum, each) => sum + each.loops.length, 0)
  return loops.map((loop) => {
    for (let at = tree.node(loop.parent); at; at = tree.node(at.parent)) {
      const found = loops.findIndex(({ id }) => id === at?.id)
      if (found >= 0) return first + found < MOST_LOOPS ? first + found : -1
    }
    return -1
  })
}

const isRows = (node: PageNode) => isLoop(node) && nodeAttribute(node, 'data-source-id') === ROWS

const readable = (loop: PageNode) =>
  nodeAttributes(loop)
    .filter(([name, value]) => name.startsWith('data-') && name.length <= 200 && value.length <= 1000)
    .slice(0, 40)
    .map(([name, value]) => ({ name, value }))

/** The fields that may be shown as long texts: in loops, and anywhere in components, which may be shown in one. */
function longFields(parts: readonly Part[]): string[] {
  const found = new Set<string>()
  const note = (text: string) =>
    replaceTokens(text, ({ field, text: token }) => {
      found.add(field)
      return token
    })
  for (const { tree, loops, isPage } of parts)
    for (const from of isPage ? loops.map(({ id }) => id) : [tree.root])
      for (const node of tree.walk(from)) {
        note(node.text)
        for (const [name, value] of nodeAttributes(node)) if (name.startsWith('param-')) note(value)
      }
  return [...found].filter((field) => field.length <= 200).slice(0, 100)
}
