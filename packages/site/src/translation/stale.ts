import type { View } from '@atelier/documents'
import { digest } from '../document/digest.ts'
import type { PageEntry } from '../document/pages.ts'
import { omitField, sourcePage } from '../document/translated.ts'
import { type PageTree, readTree } from '../document/tree.ts'
import { componentsIn, type OpenView, type PageText, settingTexts, treeTexts } from './texts.ts'

/**
 * A text of a translation to look at. `changed`: its source says something else now. `untranslated`: it still reads as
 * its source. `new`: the source has it, the translation not. `gone`: the source has it no more.
 */
export interface StaleText {
  kind: 'changed' | 'untranslated' | 'new' | 'gone'
  /** The text in the translation; of a new one in the source. The id of that page for a setting. */
  nodeId: string
  attribute?: string
  /** The translation's text. */
  text?: string
  /** The source's text when it was translated; of a long text the beginning. */
  before?: string
  /** The source's present text. */
  source?: string
}

/** A translation and its source, as they are now. */
export interface Translation {
  entry: PageEntry
  source: PageEntry
  tree: PageTree
  sourceTree: PageTree
  /** The texts to look at: in the order of the translation, then new ones in that of the source. */
  stale: StaleText[]
  /** The texts of the translation, and those of components that came from it. */
  own: readonly PageText[]
  /** The texts of the source, by `textKey`. */
  ofSource: ReadonlyMap<string, PageText>
  /** The node of the source for each text of the translation, by `textKey`. */
  standsFor: ReadonlyMap<string, string>
}

export const textKey = ({ nodeId, attribute = '' }: Pick<PageText, 'nodeId' | 'attribute'>) => `${nodeId} ${attribute}`
/** The digits of a digest of a text. */
export const DIGITS = 16

/** Compares a translation with its source; undefined if the page is none, or a document of the two is gone. */
export async function readTranslation(site: View, entry: PageEntry, open: OpenView): Promise<Translation | undefined> {
  const source = sourcePage(site, entry)
  const [page, sourceView] = source ? [await open(entry.id), await open(source.id)] : []
  if (!source || !page || !sourceView) return undefined
  const [tree, sourceTree] = [readTree(page), readTree(sourceView)]
  const [parts, sourceParts] = [await componentsIn(tree, open), await componentsIn(sourceTree, open)]
  // A component of both is the same text on both; of one of them, it was made of texts of that page.
  const moved = [...sourceParts].filter(([id]) => !parts.has(id)).flatMap(([, each]) => treeTexts(each))
  const made = [...parts.values()].flatMap((each) => treeTexts(each)).filter(({ of }) => of !== undefined)
  const sources = [...settingTexts(site, source.id), ...treeTexts(sourceTree), ...moved]
  const own = [...settingTexts(site, entry.id), ...treeTexts(tree), ...made]
  const ofSource = new Map(sources.map((each) => [textKey(each), each]))
  const digests = new Map<PageText, string>()
  await Promise.all(sources.map(async (each) => digests.set(each, await digest(each.text, DIGITS))))

  const standsFor = new Map<string, string>()
  const taken = new Set<string>()
  const waiting: PageText[] = []
  for (const each of own) {
    if (!each.of) continue
    const key = textKey({
      nodeId: each.of.node,
      ...(each.attribute === undefined ? {} : { attribute: each.attribute }),
    })
    if (ofSource.has(key)) {
      standsFor.set(textKey(each), key)
      taken.add(key)
    } else waiting.push(each)
  }
  // A text that was written anew, or moved into a component, has another node and says the same.
  const free = Map.groupBy(
    sources.filter((each) => !taken.has(textKey(each))),
    (each) => `${each.attribute ?? ''} ${digests.get(each)}`,
  )
  for (const each of waiting) {
    const same = free.get(`${each.attribute ?? ''} ${each.of?.digest}`)?.shift()
    if (!same) continue
    standsFor.set(textKey(each), textKey(same))
    taken.add(textKey(same))
  }

  const stale: StaleText[] = []
  for (const each of own) {
    const { nodeId, attribute, text, of } = each
    if (!of) continue
    const at = { nodeId, ...(attribute === undefined ? {} : { attribute }), text, before: of.text }
    const found = ofSource.get(standsFor.get(textKey(each)) ?? '')
    if (!found) stale.push({ kind: 'gone', ...at })
    else if (digests.get(found) !== of.digest) stale.push({ kind: 'changed', ...at, source: found.text })
    else if (!of.done && text === found.text && isWritten(text))
      stale.push({ kind: 'untranslated', ...at, source: found.text })
  }
  const body = tree.node(tree.root)
  for (const each of sources) {
    const { nodeId, attribute } = each
    if (taken.has(textKey(each)) || body?.edits.get(omitField(nodeId, attribute)) === true) continue
    stale.push({ kind: 'new', nodeId, ...(attribute === undefined ? {} : { attribute }), source: each.text })
  }
  return { entry, source, tree, sourceTree, stale, own, ofSource, standsFor }
}

/** Whether a text has a letter outside of tokens, and so may differ between languages. */
function isWritten(text: string): boolean {
  return /\p{L}/u.test(text.replace(/(?<!\\)\{[^{}]*\}/g, ''))
}
