import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { SiteContext } from '../../context/context.ts'
import type { SiteServices } from '../../context/services.ts'
import { pages, siteName } from '../../document/pages.ts'

export const publish = defineOperation({
  id: 'site.publish',
  summary: 'Publish the site',
  description: 'Render the whole site and put it online in place of what visitors see now. Returns its address.',
  icon: 'upload',
  keywords: ['go live', 'deploy', 'release', 'put online', 'launch', 'make public'],
  effect: 'external',
  onDemand: true,
  capability: 'project.publish',
  affects: ['release'],
  input: Type.Object({}, { additionalProperties: false }),
  output: Type.Object({
    releaseId: Type.String(),
    number: Type.Number(),
    url: Type.String(),
    pages: Type.Number(),
    files: Type.Number(),
    rendered: Type.Number(),
  }),
  consequence({ site, siteId }: SiteContext) {
    const count = pages(site).filter(({ kind }) => kind === 'page').length
    const message = `Publish “${siteName(site)}” with ${count} ${count === 1 ? 'page' : 'pages'}: visitors see it at once.`
    return { message, target: siteName(site), documentIds: siteId === undefined ? [] : [siteId] }
  },
  outside: async ({ releases }: SiteServices, _input, { actor }) => releases?.publish(actor.userId),
  verify: 'The list of releases has it if it did.',
  longestMs: 1_800_000,
  run(_context: SiteContext, _input, outcome) {
    if (!outcome) return fail('unavailable', 'Nothing can be published from here.', { hint: 'Publish in the studio.' })
    if (!outcome.ok) {
      const hint = outcome.findings.slice(0, 10).join(' ')
      return fail('publish_held', `The checks keep this site from being published (${outcome.findings.length}).`, {
        hint,
      })
    }
    const { id, number, url, pages: count, files, rendered } = outcome.release
    return ok({ releaseId: id, number, url, pages: count, files, rendered }, { warnings: outcome.release.warnings })
  },
})
