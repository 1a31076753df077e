import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import { type CmsContext, content, site } from '../context/context.ts'
import { describeImage, ImageView, imageNamed, imageView } from '../images/images.ts'
import { documentsOfUses, placesText, usesOfImage } from '../images/uses.ts'
import { notesOf } from '../posts/written.ts'

export const replaceImage = defineOperation({
  id: 'cms.replaceImage',
  summary: 'Replace a picture everywhere',
  description: 'Show another picture wherever one is used, in entries too; both by id, address or description.',
  icon: 'replace',
  of: 'site.replaceMedia',
  effect: 'write',
  asks: true,
  affects: ['site', 'page', 'content'],
  input: Type.Object(
    {
      oldImageDescription: Type.String({ minLength: 1, maxLength: 1_000 }),
      newImageId: Type.String({ minLength: 1, maxLength: 1_000 }),
      alt: Type.Optional(Type.String({ maxLength: 2_000 })),
      // A model of the described tools sends it; only a person's decision counts.
      confirmed: Type.Optional(Type.Boolean()),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    oldImage: ImageView,
    newImage: ImageView,
    /** Places on pages, in styles and settings. */
    replaced: Type.Integer(),
    pageIds: Type.Array(Type.String()),
    entries: Type.Array(Type.String()),
  }),
  async consequence(context: CmsContext, { oldImageDescription, newImageId }) {
    const old = imageNamed(context, oldImageDescription, '/oldImageDescription')
    const next = imageNamed(context, newImageId, '/newImageId')
    if (old.refused || next.refused || old.found.id === next.found.id) return undefined
    const uses = await usesOfImage(context, old.found)
    if (uses.onSite.length + uses.entryTotal === 0) return undefined
    return {
      message: `Show the picture ${describeImage(next.found)} in place of ${describeImage(old.found)} in ${placesText(uses)}.`,
      target: `${old.found.name} (${old.found.id})`,
      documentIds: documentsOfUses(context.siteId, uses),
    }
  },
  async run(context: CmsContext, { oldImageDescription, newImageId, alt }) {
    const old = imageNamed(context, oldImageDescription, '/oldImageDescription')
    if (old.refused) return old.refused
    const next = imageNamed(context, newImageId, '/newImageId')
    if (next.refused) return next.refused
    if (old.found.id === next.found.id)
      return fail('same_image', `Both are ${describeImage(old.found)}.`, {
        path: '/newImageId',
        hint: 'Name another picture.',
      })
    const uses = await usesOfImage(context, old.found)
    const warnings: string[] = []
    const own = alt === undefined ? {} : { alt }
    const done = await context.others.invoke(site('site.replaceMedia'), {
      mediaId: old.found.id,
      withMediaId: next.found.id,
      ...own,
    })
    if (!done.ok) return done
    warnings.push(...(done.warnings ?? []))
    const entries: string[] = []
    if (uses.entryTotal > 0) {
      const input = { path: old.found.path, withPath: next.found.path, alt: alt ?? next.found.alt ?? '' }
      const written = await context.others.invoke(content('content.replaceMedia'), input)
      if (!written.ok) return written
      if (written.data) {
        entries.push(...new Set(written.data.entries.map((each) => `${each.model}/${each.id}`)))
        const { merged, branch = 'a branch' } = written.data
        if (!merged) warnings.push(`The entries wait for a review (${branch}); the pages show the new one already.`)
        warnings.push(...notesOf({ ...written.data, merged: true }))
        if (written.data.left) warnings.push(`${written.data.left} entries are left: call again for them.`)
      }
    }
    const { replaced = 0, pageIds = [] } = done.data ?? {}
    if (replaced === 0 && entries.length === 0) warnings.push(`${describeImage(old.found)} is used nowhere.`)
    return ok(
      { oldImage: imageView(old.found), newImage: imageView(next.found), replaced, pageIds, entries },
      { warnings },
    )
  },
})
