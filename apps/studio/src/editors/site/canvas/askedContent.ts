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
/** As many loops are asked about. */
const MOST_LOOPS = 100

/** A document that the page consists of, with its loops where they are known. */
interface Part {
  tree: PageTree
  loops: readonly PageNode[]
}

/**
 * What a page shows of the content; undefined if it shows none.
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
    { tree, loops: specials.filter(isRows) },
    ...trees.map((each) => ({ tree: each, loops: [...each.walk()].filter(isRows) })),
  ]
  const loops = parts.flatMap((part) => part.loops)
  const [model] = models
  if (loops.length === 0 && model === undefined) return undefined
  const wanted = chosen && models.includes(chosen.model) ? chosen : model === undefined ? undefined : { model }
  const { branch = 'own', ...entry } = wanted ?? { branch: undefined }
  return {
    language: pageLanguage(site, pageId),
    loops: loops.slice(0, MOST_LOOPS).map(readable),
    long: longFields(parts),
    ...('model' in entry ? { entry } : {}),
    branch,
  }
}

const isRows = (node: PageNode) => isLoop(node) && nodeAttribute(node, 'data-source-id') === ROWS

const readable = (loop: PageNode) =>
  nodeAttributes(loop)
    .filter(([name, value]) => name.startsWith('data-') && name.length <= 200 && value.length <= 1000)
    .slice(0, 40)
    .map(([name, value]) => ({ name, value }))

/** The fields that are shown as HTML inside of loops. */
function longFields(parts: readonly Part[]): string[] {
  const found = new Set<string>()
  for (const { tree, loops } of parts)
    for (const loop of loops)
      for (const { kind, text } of tree.walk(loop.id))
        if (kind === 'text')
          replaceTokens(text, ({ field, text: token }) => {
            found.add(field)
            return token
          })
  return [...found].filter((field) => field.length <= 200).slice(0, 100)
}
