import { codeByPath } from '../code/assets.ts'
import type { SiteContext } from '../context/context.ts'
import { pages } from '../document/pages.ts'
import { CHARACTERS_OF_TEXT, readingWeight } from '../document/weight.ts'
import { componentNames, pageFileName, sharedTemplate } from './list.ts'
import { normalizeName, PARTS_FOLDER } from './names.ts'

/**
 * The cost of reading a file by its name, as characters of input that take as long, counted up to `enough`. It opens the
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
      if (page && weight < enough) weight += readingWeight(page, enough - weight)
    }
    return weight
  }
  const code = codeByPath(site, given) ?? codeByPath(site, name)
  return code ? code.content.length / CHARACTERS_OF_TEXT : readingWeight(site, enough)
}
