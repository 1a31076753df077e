import type { OnlineSite, OnlineSites } from '@atelier/cms'
import type { Documents, Fields } from '@atelier/documents'
import { isOfPage, patchesBetween, type SiteSource, viewOfFields } from '@atelier/site'
import type { Publisher } from '../../publish/publisher.ts'
import { versionKinds } from '../../versions/store.ts'
import type { Versions } from '../../versions/versions.ts'

interface Options {
  documents: Pick<Documents, 'inProject' | 'list'>
  publisher: Pick<Publisher, 'live'>
  versions: Pick<Versions, 'source'>
}

/** Versions whose site is kept in memory. */
const MOST_KEPT = 4
/** Comparisons of two heads of a document that are kept. */
const MOST_COMPARED = 5_000
/** Keys that do not change how pages look. */
const NOT_SHARED = /^(?:page|media|redirect):/

/** Reads the version that a live release was made of, and compares it with the documents as they are now. */
export function createOnlineSites({ documents, publisher, versions }: Options): OnlineSites {
  const kept = new Map<string, SiteSource>()
  const compared = new Map<string, boolean>()
  let lastDifference: { key: string; value: SiteDifference } | undefined

  const sourceOf = async (project: { id: string; siteDocumentId: string }, versionId: string) => {
    const known = kept.get(versionId)
    const found =
      known ?? (await versions.source({ id: project.id, site_document_id: project.siteDocumentId }, versionId))
    if (!found) return undefined
    keep(kept, versionId, found, MOST_KEPT)
    return found
  }

  return {
    async find(project) {
      const release = await publisher.live(project.id)
      if (!release) return 'nothing'
      const versionId = release.versionId
      const then = versionId === undefined ? undefined : await sourceOf(project, versionId)
      const views = documents.inProject(project.id)
      const site = await views.live(project.siteDocumentId)
      if (versionId === undefined || !then || !site) return 'unknown'
      const heads = new Map((await documents.list(project.id, versionKinds)).map(({ id, head }) => [id, head]))
      const loaded = new Map<string, Promise<Fields | undefined>>()
      const fieldsThen = (id: string) => {
        const found = loaded.get(id) ?? then.load([id]).then((all) => all.get(id)?.fields)
        loaded.set(id, found)
        return found
      }
      const difference = (): SiteDifference => {
        const key = `${versionId}:${site.head}`
        if (lastDifference?.key !== key) {
          const now = fieldsOf(site.view)
          lastDifference = { key, value: differenceOf(then.site, now) }
        }
        return lastDifference.value
      }
      const online: OnlineSite = {
        site: viewOfFields(then.site),
        async open(id) {
          const fields = await fieldsThen(id)
          return fields && viewOfFields(fields)
        },
        async isSame(id) {
          const [was, is] = [then.heads.get(id), heads.get(id)]
          if (was === is) return true
          const key = `${id}:${was}:${is}`
          const known = compared.get(key)
          if (known !== undefined) return known
          const [before, after] = [await fieldsThen(id), (await views.projection(id))?.fields]
          const same = before !== undefined && after !== undefined && patchesBetween(before, after).length === 0
          keep(compared, key, same, MOST_COMPARED)
          return same
        },
        isOwnChanged: (pageId) => difference().isOfPage(pageId),
        get isSharedChanged() {
          return difference().isShared
        },
      }
      return online
    },
  }
}

/** The differences between two states of the document of a site. */
interface SiteDifference {
  isOfPage(pageId: string): boolean
  isShared: boolean
}

function differenceOf(before: Fields, after: Fields): SiteDifference {
  const keys = patchesBetween(before, after).map(({ key }) => key)
  const ids = [...Object.keys(before), ...Object.keys(after)]
    .filter((key) => key.startsWith('page:') && !key.includes('/'))
    .map((key) => key.slice('page:'.length))
  const isOf = (key: string, id: string) => isOfPage(before, key, id) || isOfPage(after, key, id)
  const changed = new Set([...new Set(ids)].filter((id) => keys.some((key) => isOf(key, id))))
  const isShared = keys.some((key) => !NOT_SHARED.test(key) && ![...changed].some((id) => isOf(key, id)))
  return { isOfPage: (id) => changed.has(id), isShared }
}

function fieldsOf(view: { keys(): Iterable<string>; get(key: string): Fields[string] | undefined }): Fields {
  const fields: Record<string, Fields[string]> = {}
  for (const key of view.keys()) {
    const value = view.get(key)
    if (value !== undefined) fields[key] = value
  }
  return fields
}

function keep<Value>(map: Map<string, Value>, key: string, value: Value, most: number): void {
  map.delete(key)
  map.set(key, value)
  const oldest = map.keys().next()
  if (map.size > most && !oldest.done) map.delete(oldest.value)
}
