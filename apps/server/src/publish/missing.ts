import { documents, mediaByPath, mediaUses, type PublishReport, readTree, viewOfFields } from '@atelier/site'
import type { LoadedSite } from './publisher.ts'

/** Places that are named of one file. */
const NAMED = 5

/**
 * Says of files whose bytes are gone what they are and where the site uses them, so that a release without them does not
 * look whole.
 * @param paths where they would have been published
 */
export async function missingProblems(
  source: LoadedSite,
  paths: readonly string[],
): Promise<PublishReport['problems']> {
  if (paths.length === 0) return []
  const site = viewOfFields(source.site)
  const wanted = new Set(paths)
  const stored = await source.load([...source.heads.keys()])
  const pages = documents(site).flatMap((entry) => {
    const found = stored.get(entry.id)
    return found ? [{ entry, tree: readTree(viewOfFields(found.fields)) }] : []
  })
  const uses = mediaUses(site, pages, (path) => wanted.has(path))
  return paths.map((path) => {
    const name = mediaByPath(site, path)?.name ?? path
    const places = uses.get(path) ?? []
    const shown = places.slice(0, NAMED).map(({ label }) => label)
    if (places.length > NAMED) shown.push(`${places.length - NAMED} more`)
    const where = shown.length === 0 ? 'Nothing uses it.' : `It is used in: ${shown.join('; ')}.`
    return {
      documentId: places[0]?.documentId ?? '',
      nodeId: places[0]?.nodeId ?? '',
      message: `The bytes of “${name}” are gone from the server, so /${path} is not in this release. ${where} Upload it again.`,
    }
  })
}
