import { spellings } from '@atelier/site'
import { type Plan, writtenPages } from '../plan/plan.ts'
import type { FileCall, SiteFiles } from './siteFiles.ts'

const HREF = /(\shref=")([^"#?]{1,300})/g

/**
 * Makes links that name a planned page in another spelling, such as `über-uns.html` for `ueber-uns.html`, lead to it.
 * Links are written before the pages that they lead to.
 */
export async function settleLinks(files: SiteFiles, plan: Plan, by: FileCall): Promise<void> {
  const planned = new Map<string, string>()
  for (const { filename } of plan.pages) for (const each of spellings(filename)) planned.set(each, filename)
  const parts = ['header', 'nav', 'footer'].map((name) => `_components/${name}.html`)
  for (const file of [...parts, ...writtenPages(plan).map(({ filename }) => filename)]) {
    const text = await files.read(file, by)
    const settled = text?.replace(HREF, (whole, before: string, href: string) => {
      const filename = plannedFile(href, planned)
      return filename === undefined ? whole : `${before}/${filename}`
    })
    if (settled !== undefined && settled !== text) await files.write({ [file]: settled }, by)
  }
}

/** The planned file that a link names in another spelling; undefined if it names none, or one as it is planned. */
function plannedFile(href: string, planned: ReadonlyMap<string, string>): string | undefined {
  if (/^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(href)) return undefined
  let path = href
  try {
    path = decodeURIComponent(href)
  } catch {
    // The text is not percent-encoded, so it is already plain.
  }
  const bare = path.replace(/^[./]{1,4}/, '').replace(/\/(?:index\.html?)?$|\.html?$/i, '')
  for (const each of spellings(bare)) {
    const filename = planned.get(each)
    const isAsPlanned = filename?.replace(/\.html?$/i, '') === bare
    // A bare word leads there only from the root.
    if (filename !== undefined && !(isAsPlanned && (path.startsWith('/') || /\.html?$/i.test(path)))) return filename
  }
  return undefined
}
