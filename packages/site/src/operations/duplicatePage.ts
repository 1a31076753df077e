import { defineOperation, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { SiteContext } from '../context/context.ts'
import { copySheet } from '../css/copySheet.ts'
import { copyPage } from '../document/duplicate.ts'
import { isRecord } from '../document/node.ts'
import { gapAt } from '../document/order.ts'
import { documents, page as pageEntry, pathSlug, slugify, uniqueSlug } from '../document/pages.ts'
import { unknownPage } from './target.ts'

/** The properties in which a copy differs. */
const OWN: ReadonlySet<string> = new Set(['title', 'slug', 'at', 'deleted', 'canonical'])

export const duplicatePage = defineOperation({
  id: 'site.duplicatePage',
  summary: 'Duplicate a page',
  description: 'Copy a page, template or component with styles and settings.',
  icon: 'copy-plus',
  keywords: ['copy page', 'clone page', 'page copy'],
  effect: 'write',
  affects: ['site', 'page', 'styles'],
  input: Type.Object(
    {
      pageId: Type.String(),
      title: Type.String({ minLength: 1, maxLength: 200 }),
      slug: Type.Optional(Type.String({ maxLength: 200 })),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({ pageId: Type.String(), rootNodeId: Type.String(), slug: Type.String() }),
  async run(context: SiteContext, { pageId, title, slug }) {
    const { site, drafts, newId } = context
    const entry = pageEntry(site, pageId)
    const made = site.get(`page:${pageId}`)
    const page = entry && (await drafts.open(pageId))
    if (!entry || !page || !isRecord(made)) return unknownPage(context, pageId)
    const id = newId()
    const all = documents(site)
    const [at = 'a0'] = gapAt(all, all.findIndex((each) => each.id === pageId) + 1, 1).keys
    const wanted = slug === undefined ? slugify(title) : pathSlug(slug)
    const given = entry.kind === 'component' ? '' : uniqueSlug(site, wanted)
    site.set(`page:${id}`, { ...made, title: title.trim(), slug: given, at })
    for (const key of site.keys(`page:${pageId}/`)) {
      const name = key.slice(`page:${pageId}/`.length)
      const value = site.get(key)
      if (!OWN.has(name) && value !== undefined) site.set(`page:${id}/${name}`, value)
    }
    const { root } = copyPage(page, drafts.create(id, 'page'), newId)
    copySheet(site, pageId, id, newId)
    const taken = entry.kind !== 'component' && slug !== undefined && given !== wanted
    const warnings = taken ? [`The slug "${wanted}" was taken; the page has "${given}".`] : []
    return ok({ pageId: id, rootNodeId: root, slug: given }, { warnings })
  },
})
