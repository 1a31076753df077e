import { defineOperation, fail, ok } from '@atelier/operation'
import { addMedia, siteUrl } from '@atelier/site'
import { Type } from 'typebox'
import { Brand } from '../brand/brand.ts'
import { takeBrandColors } from '../rehearsal/brandDesign.ts'
import { type GenerateContext, type GenerateServices, noPlan, noService } from './context.ts'

export const takeBrandOfSite = defineOperation({
  id: 'generate.takeBrandOfSite',
  summary: 'Take logo and colours from a site',
  description:
    'Begin the design of a plan with the colours of a site of the public web: its icon, its theme colour, its stylesheet. Its logo goes into the media library, and into the header. Texts stay readable.',
  icon: 'pipette',
  keywords: ['brand colours', 'logo', 'corporate design', 'colours of a website'],
  effect: 'write',
  onDemand: true,
  affects: ['plan', 'site'],
  address: ({ address }) => address,
  input: Type.Object({ address: Type.String({ minLength: 1, maxLength: 2_000 }) }, { additionalProperties: false }),
  output: Brand,
  outside: async ({ brand }: GenerateServices, { address }, { signal }) => await brand?.ofSite(address, signal),
  async run(context: GenerateContext, { address }, read) {
    const { plan, drafts, project, newId, now } = context
    if (!plan) return noPlan()
    if (!read) return noService()
    if (!read.ok) return fail('no_brand', read.problem, { path: '/address' })
    const site = read.logo && (await drafts.open(project.siteDocumentId))
    const kept = read.logo && site && addMedia(site, { ...read.logo, id: newId(), createdAt: now() })
    const logo = kept &&
      read.logo && {
        url: siteUrl(kept.entry.path),
        alt: '',
        width: Math.max(1, Math.round(read.logo.width)),
        height: Math.max(1, Math.round(read.logo.height)),
      }
    const brand = { colors: read.colors, source: address, ...(logo ? { logo } : {}) }
    takeBrandColors(plan, brand)
    return ok(brand)
  },
})
