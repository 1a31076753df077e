import { defineOperation, fail, ok } from '@atelier/operation'
import { readTree } from '@atelier/site'
import { Type } from 'typebox'
import type { CmsContext } from '../context/context.ts'
import { OnlineState, onlineStates } from '../online/online.ts'
import { onlineSite, readOnline } from '../online/read.ts'
import { Meta, PageView, pageInput, pageMeta, pageNamed, pageView } from '../pages/pages.ts'
import { createFieldReader } from '../sections/entryFields.ts'
import { SectionView, sectionViews } from '../sections/views.ts'

export const getPage = defineOperation({
  id: 'cms.getPage',
  summary: 'Get a page',
  description: 'A page by slug, id or title: settings, section ids; includeContent adds the fields; live: as online.',
  icon: 'file-text',
  of: 'site.read_document',
  effect: 'read',
  input: Type.Object(
    {
      ...pageInput,
      locale: Type.Optional(Type.String({ maxLength: 35 })),
      includeContent: Type.Optional(Type.Boolean()),
      live: Type.Optional(Type.Boolean()),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    page: Type.Object({
      ...PageView.properties,
      indexing: Type.Boolean(),
      meta: Meta,
      online: Type.Optional(OnlineState),
    }),
    sectionIds: Type.Array(Type.String()),
    sections: Type.Optional(Type.Array(SectionView)),
  }),
  async run(context: CmsContext, { includeContent = false, live = false, ...named }) {
    if (live) return readLivePage(context, named, includeContent)
    const { found, refused } = pageNamed(context, named)
    if (refused) return refused
    const draft = await context.drafts.open(found.id)
    if (!draft) return fail('page_missing', `The page “${found.title}” is gone.`)
    const { online, isKnown, warnings } = await readOnline(context)
    const state = isKnown ? (await onlineStates(context, online, [found])).get(found.id) : undefined
    const tree = readTree(draft)
    const reader = createFieldReader(context, { entry: found, tree })
    const sections = await sectionViews(context, tree, includeContent, reader)
    context.shows({ pageId: found.id })
    if (includeContent) for (const { id } of sections) context.shows({ documentId: found.id, nodeId: id })
    return ok(
      {
        page: {
          ...pageView(context, found),
          ...pageMeta(context, found.id),
          ...(state === undefined ? {} : { online: state }),
        },
        sectionIds: sections.map(({ id }) => id),
        ...(includeContent ? { sections } : {}),
      },
      { warnings },
    )
  },
})

/** A page as visitors see it. */
async function readLivePage(
  context: CmsContext,
  named: { id?: string; slug?: string; locale?: string },
  includeContent: boolean,
) {
  const { found: online, refused } = await onlineSite(context)
  if (refused) return refused
  const { found, refused: missing } = pageNamed(online, named)
  if (missing) {
    const now = pageNamed(context, named).found
    if (!now) return missing
    const hint = 'Leave live out to read it as it is now. site.publish puts it online.'
    return fail('not_online', `The page “${now.title}” is not online yet.`, { path: '/live', hint })
  }
  const view = await online.open(found.id)
  if (!view) return fail('page_missing', `The page “${found.title}” is not kept as it is online.`)
  const states = await onlineStates(context, online, [found])
  const isThere = pageNamed(context, { id: found.id }).found?.id === found.id
  const state = isThere ? (states.get(found.id) ?? 'changed') : 'changed'
  const sections = await sectionViews({ site: online.site, drafts: online }, readTree(view), includeContent)
  return ok(
    {
      page: { ...pageView(online, found), ...pageMeta(online, found.id), online: state },
      sectionIds: sections.map(({ id }) => id),
      ...(includeContent ? { sections } : {}),
    },
    isThere
      ? {}
      : { warnings: ['It is online, and deleted since: visitors see it until the site is published again.'] },
  )
}
