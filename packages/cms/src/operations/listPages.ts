import { defineOperation, ok } from '@atelier/operation'
import { homePage } from '@atelier/site'
import { Type } from 'typebox'
import type { CmsContext } from '../context/context.ts'
import { OnlineState, onlineStates } from '../online/online.ts'
import { onlineSite, readOnline } from '../online/read.ts'
import { PageView, pageView, sitePages } from '../pages/pages.ts'

export const listPages = defineOperation({
  id: 'cms.listPages',
  summary: 'List the pages',
  description: 'All pages, and whether visitors see them as they are; live: those online.',
  icon: 'files',
  of: 'site.list_documents',
  effect: 'read',
  input: Type.Object({ live: Type.Optional(Type.Boolean()) }, { additionalProperties: false }),
  output: Type.Object({
    count: Type.Integer(),
    pages: Type.Array(
      Type.Object({
        ...PageView.properties,
        online: Type.Optional(OnlineState),
        /** It is online, and deleted since. */
        deleted: Type.Optional(Type.Boolean()),
      }),
    ),
  }),
  async run(context: CmsContext, { live = false }) {
    if (live) {
      const { found, refused } = await onlineSite(context)
      if (refused) return refused
      const now = new Map(sitePages(context).map((entry) => [entry.id, entry]))
      const states = await onlineStates(context, found, [...now.values()])
      const homeId = homePage(found.site)?.id
      const pages = sitePages(found).map((entry) => ({
        ...pageView(found, entry, homeId),
        online: states.get(entry.id) ?? ('changed' as const),
        ...(now.has(entry.id) ? {} : { deleted: true }),
      }))
      return ok({ count: pages.length, pages })
    }
    const { online, isKnown, warnings } = await readOnline(context)
    const entries = sitePages(context)
    const states = isKnown ? await onlineStates(context, online, entries) : undefined
    const homeId = homePage(context.site)?.id
    const pages = entries.map((entry) => {
      const state = states?.get(entry.id)
      return { ...pageView(context, entry, homeId), ...(state === undefined ? {} : { online: state }) }
    })
    return ok({ count: pages.length, pages }, { warnings })
  },
})
