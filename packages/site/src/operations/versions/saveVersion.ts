import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { SiteContext } from '../../context/context.ts'

export const saveVersion = defineOperation({
  id: 'site.saveVersion',
  summary: 'Keep the site as it is under a name',
  description: 'Keep the state of the whole site as a named version, to compare with or put back later.',
  icon: 'bookmark',
  keywords: ['backup', 'checkpoint', 'snapshot', 'bookmark state', 'save point'],
  effect: 'write',
  onDemand: true,
  services: true,
  affects: ['version'],
  input: Type.Object(
    { name: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' }) },
    { additionalProperties: false },
  ),
  output: Type.Object({ versionId: Type.String(), name: Type.String() }),
  async run({ services, actor }: SiteContext, { name }) {
    if (!services?.versions) return fail('unavailable', 'Versions are kept by the server alone.')
    const version = await services.versions.save({ name: name.trim(), kind: 'hand', userId: actor.userId })
    return ok({ versionId: version.id, name: version.name })
  },
})
