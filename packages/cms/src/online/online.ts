import type { ProjectViews } from '@atelier/documents'
import { createRests } from '@atelier/operation'
import { documents, nodeAttribute, type PageEntry, pages, readTree, templatesFor } from '@atelier/site'
import { type Static, Type } from 'typebox'
import type { OnlineSite } from '../context/online.ts'
import { type OfSite, sitePages } from '../pages/pages.ts'

/** Whether visitors see a page as it is now, as it was before, or not at all. */
export const OnlineState = Type.Enum(['same', 'changed', 'not online'])
export type OnlineState = Static<typeof OnlineState>

interface SiteNow extends OfSite {
  drafts: Pick<ProjectViews, 'open'>
}

/**
 * The states of some pages by their ids. A page has changed as well if a template or a component has that it shows.
 * @param online absent if nothing is online
 */
export async function onlineStates(
  now: SiteNow,
  online: OnlineSite | undefined,
  wanted: readonly PageEntry[],
): Promise<ReadonlyMap<string, OnlineState>> {
  const found = new Map<string, OnlineState>()
  const wasOnline = new Set(online ? sitePages(online).map(({ id }) => id) : [])
  const changedParts = online ? await changedPartsOf(now, online) : undefined
  const rest = createRests()
  for (const entry of wanted) {
    await rest()
    if (!online || !changedParts || !wasOnline.has(entry.id)) found.set(entry.id, 'not online')
    else if (online.isOwnChanged(entry.id) || !(await online.isSame(entry.id))) found.set(entry.id, 'changed')
    else found.set(entry.id, (await showsAny(now, entry, changedParts)) ? 'changed' : 'same')
  }
  return found
}

/** The templates and components that are not as they were, also those that are new or gone. */
async function changedPartsOf(now: SiteNow, online: OnlineSite): Promise<ReadonlySet<string>> {
  const parts = [...documents(now.site), ...documents(online.site)].filter(({ kind }) => kind !== 'page')
  const changed = new Set<string>()
  for (const { id } of parts)
    if (!changed.has(id) && (online.isOwnChanged(id) || !(await online.isSame(id)))) changed.add(id)
  return changed
}

/** Whether a page shows one of some templates and components, also inside of others. */
async function showsAny(now: SiteNow, entry: PageEntry, parts: ReadonlySet<string>): Promise<boolean> {
  if (parts.size === 0) return false
  const templates = pages(now.site).filter(({ kind }) => kind === 'template')
  const waiting = [entry.id, ...templatesFor(entry, templates).map(({ id }) => id)]
  const seen = new Set<string>()
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (parts.has(id)) return true
    if (seen.has(id)) continue
    seen.add(id)
    const view = await now.drafts.open(id)
    const tree = view && readTree(view)
    for (const node of tree?.walk() ?? []) {
      const component = nodeAttribute(node, 'ref')
      if (component !== undefined) waiting.push(component)
    }
  }
  return false
}
