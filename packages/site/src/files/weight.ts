import type { Json, View } from '@atelier/documents'
import { codeByPath } from '../code/assets.ts'
import type { SiteContext } from '../context/context.ts'
import { isRecord } from '../document/node.ts'
import { pages } from '../document/pages.ts'
import { componentNames, pageFileName, sharedTemplate } from './list.ts'
import { normalizeName, PARTS_FOLDER } from './names.ts'

/** What a field of a document costs to read and print, as characters of input that take as long. */
const EACH_FIELD = 5
/** So many characters of text in a document cost as much as one of input. */
const CHARACTERS_OF_TEXT = 4

/**
 * What it costs to read a file by its name, as characters of input that take as long, counted up to `enough`. It opens the
 * documents that the file shows, but reads none as a whole.
 */
export async function weightOfFile(context: SiteContext, given: string, enough: number): Promise<number> {
  const { site, drafts } = context
  const name = normalizeName(given)
  if (/\.html?$/.test(name)) {
    const ids = new Set([sharedTemplate(site)?.id])
    const component = componentNames(site).get(name.slice(PARTS_FOLDER.length).replace(/\.html?$/, ''))
    if (name.startsWith(PARTS_FOLDER)) ids.add(component?.id)
    else ids.add(pages(site).find((entry) => pageFileName(entry).toLowerCase() === name)?.id)
    let weight = 0
    for (const id of ids) {
      const page = id === undefined ? undefined : await drafts.open(id)
      if (page && weight < enough) weight += weightOf(page, enough - weight)
    }
    return weight
  }
  const code = codeByPath(site, given) ?? codeByPath(site, name)
  return code ? code.content.length / CHARACTERS_OF_TEXT : weightOf(site, enough)
}

function weightOf(view: View, enough: number): number {
  let weight = 0
  for (const key of view.keys()) {
    weight += EACH_FIELD + textIn(view.get(key)) / CHARACTERS_OF_TEXT
    if (weight >= enough) break
  }
  return weight
}

function textIn(value: Json | undefined): number {
  if (typeof value === 'string') return value.length
  return isRecord(value) && typeof value.text === 'string' ? value.text.length : 0
}
