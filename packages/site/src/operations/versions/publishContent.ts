import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { SiteContext } from '../../context/context.ts'
import type { SiteServices } from '../../context/services.ts'
import { siteName } from '../../document/pages.ts'

export const publishContent = defineOperation({
  id: 'site.publishContent',
  summary: 'Publish the content alone',
  description:
    'Put the entries online as they are now. The pages stay as they were published last, so that no half-done page comes with them. Returns the release.',
  icon: 'upload',
  keywords: ['publish entries', 'release content', 'posts online', 'update the blog'],
  effect: 'external',
  onDemand: true,
  capability: 'project.publish',
  affects: ['release'],
  input: Type.Object({}, { additionalProperties: false }),
  output: Type.Object({ releaseId: Type.String(), number: Type.Number(), url: Type.String(), rendered: Type.Number() }),
  consequence({ site, siteId }: SiteContext) {
    const message = `Publish the entries of “${siteName(site)}”: visitors see them at once, and the pages stay as they are.`
    return { message, target: siteName(site), documentIds: siteId === undefined ? [] : [siteId] }
  },
  outside: async ({ releases }: SiteServices, _input, { actor }) => releases?.publish(actor.userId, 'content'),
  verify: 'The list of releases has it if it did.',
  longestMs: 1_800_000,
  run(_context: SiteContext, _input, outcome) {
    if (!outcome) return fail('unavailable', 'Nothing can be published from here.', { hint: 'Publish in the studio.' })
    if (!outcome.ok) return fail('not_published', outcome.findings.join(' '), { hint: 'Publish the whole site.' })
    const { id, number, url, rendered, warnings } = outcome.release
    return ok({ releaseId: id, number, url, rendered }, { warnings })
  },
})
