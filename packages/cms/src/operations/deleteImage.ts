import { defineOperation, ok } from '@atelier/operation'
import { Type } from 'typebox'
import { type CmsContext, site } from '../context/context.ts'
import { describeImage, ImageView, imageNamed, imageView } from '../images/images.ts'
import { documentsOfUses, Place, placesText, usesOfImage } from '../images/uses.ts'

export const deleteImage = defineOperation({
  id: 'cms.deleteImage',
  summary: 'Delete a picture',
  description: 'Delete a picture, by id, address or description.',
  icon: 'trash-2',
  of: 'site.deleteMedia',
  effect: 'write',
  asks: true,
  workflow: 'auto-merge',
  affects: ['site'],
  input: Type.Object(
    // A model of the described tools sends `confirmed`; only a person's decision counts.
    { description: Type.String({ minLength: 1, maxLength: 1_000 }), confirmed: Type.Optional(Type.Boolean()) },
    { additionalProperties: false },
  ),
  output: Type.Object({ image: ImageView, places: Type.Array(Place) }),
  async consequence(context: CmsContext, { description }) {
    const { found } = imageNamed(context, description, '/description')
    if (!found) return undefined
    const uses = await usesOfImage(context, found)
    const count = uses.onSite.length + uses.entryTotal
    const effect = count === 0 ? 'It is used nowhere.' : `It is missing then in ${placesText(uses)}.`
    return {
      message: `Delete the picture ${describeImage(found)}. ${effect} An undo brings it back.`,
      target: `${found.name} (${found.id})`,
      documentIds: documentsOfUses(context.siteId, uses),
    }
  },
  async run(context: CmsContext, { description }) {
    const { found, refused } = imageNamed(context, description, '/description')
    if (refused) return refused
    const { onSite, inEntries } = await usesOfImage(context, found)
    const done = await context.others.invoke(site('site.deleteMedia'), { mediaId: found.id })
    if (!done.ok) return done
    const missing = inEntries.length === 0 ? [] : [`Entries that name it show nothing now: ${inEntries.length}.`]
    const places = [...onSite, ...inEntries].slice(0, 100)
    return ok({ image: imageView(found), places }, { warnings: [...(done.warnings ?? []), ...missing] })
  },
})
