import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { SiteContext } from '../../context/context.ts'

export const list_versions = defineOperation({
  id: 'site.list_versions',
  summary: 'List the versions of the site',
  description:
    'The kept states of the whole site, newest first: made by hand, and before imports, restores and releases.',
  icon: 'history',
  keywords: ['history', 'backups', 'earlier versions', 'snapshots', 'revisions'],
  effect: 'read',
  onDemand: true,
  services: true,
  input: Type.Object({}, { additionalProperties: false }),
  output: Type.Object({
    versions: Type.Array(
      Type.Object({ id: Type.String(), name: Type.String(), createdAt: Type.Number(), createdBy: Type.String() }),
    ),
  }),
  async run({ services }: SiteContext) {
    if (!services?.versions) return fail('unavailable', 'Versions are kept by the server alone.')
    const all = await services.versions.list()
    return ok({ versions: all.map(({ id, name, createdAt, createdBy }) => ({ id, name, createdAt, createdBy })) })
  },
})
