import { defineOperation, fail, ok } from '@atelier/operation'
import { mediaEntries, siteUrl } from '@atelier/site'
import { Type } from 'typebox'
import { Brand } from '../brand/brand.ts'
import { takeBrandColors } from '../rehearsal/brandDesign.ts'
import { type GenerateContext, type GenerateServices, noPlan, noService } from './context.ts'

export const takeBrandOfPicture = defineOperation({
  id: 'generate.takeBrandOfPicture',
  summary: 'Take logo and colours from a picture',
  description:
    'Begin the design of a plan with the colours of a picture of the media library, such as a logo; the picture then goes into the header. Its texts stay readable. list_media has the ids.',
  icon: 'pipette',
  keywords: ['brand colours', 'logo', 'corporate design', 'colours from a picture'],
  effect: 'write',
  onDemand: true,
  affects: ['plan'],
  input: Type.Object(
    {
      mediaId: Type.String({ minLength: 1, maxLength: 100 }),
      /** Whether it is the logo, or only has its colours; the logo by default. */
      isLogo: Type.Optional(Type.Boolean()),
    },
    { additionalProperties: false },
  ),
  output: Brand,
  question: async ({ drafts, project }: GenerateContext, { mediaId }) => {
    const site = await drafts.open(project.siteDocumentId)
    return site && mediaEntries(site).find(({ id }) => id === mediaId)
  },
  outside: async ({ brand }: GenerateServices, _input, { question }) => question && (await brand?.ofPicture(question)),
  async run(context: GenerateContext, { mediaId, isLogo = true }, read) {
    const { plan, drafts, project } = context
    if (!plan) return noPlan()
    const site = await drafts.open(project.siteDocumentId)
    const entry = site && mediaEntries(site).find(({ id }) => id === mediaId)
    if (!entry)
      return fail('unknown_media', 'The library has no such picture.', {
        path: '/mediaId',
        hint: 'list_media has the ids.',
      })
    if (!read) return noService()
    if (!read.ok) return fail('no_brand', read.problem, { path: '/mediaId' })
    const { name, path, alt, width = read.size?.width ?? 1, height = read.size?.height ?? 1 } = entry
    const logo = { url: siteUrl(path), alt: (alt ?? '').slice(0, 300), width, height }
    const brand = { colors: read.colors, source: name, ...(isLogo ? { logo } : {}) }
    takeBrandColors(plan, brand)
    return ok(brand)
  },
})
