import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { SiteContext } from '../../context/context.ts'
import { isOfPage, restoreFields } from '../../diff/restore.ts'
import { page as pageEntry } from '../../document/pages.ts'
import { viewOfFields } from '../../publish/fields.ts'
import { unknownPage } from '../shared/target.ts'

export const restoreVersion = defineOperation({
  id: 'site.restoreVersion',
  summary: 'Put a version of the site back',
  description:
    'Make the whole site, or the page pageId alone, what it was in a version (list_versions). An edit like any other: undo takes it back.',
  icon: 'history',
  keywords: ['roll back', 'rollback', 'go back', 'earlier version', 'revert to', 'recover', 'backup'],
  effect: 'write',
  onDemand: true,
  services: true,
  affects: ['site', 'page', 'styles'],
  input: Type.Object(
    { versionId: Type.String(), pageId: Type.Optional(Type.String()) },
    { additionalProperties: false },
  ),
  output: Type.Object({
    documents: Type.Array(Type.Object({ documentId: Type.String(), changes: Type.Number() })),
  }),
  async run(context: SiteContext, { versionId, pageId }) {
    const { services, site, drafts, actor } = context
    if (!services?.versions) return fail('unavailable', 'Versions are kept by the server alone.')
    const all = await services.versions.open(versionId)
    const shell = all?.find(({ kind }) => kind === 'site')
    if (!all || !shell) {
      const hint = 'Call list_versions for those there are.'
      return fail('unknown_version', `There is no version "${versionId}".`, { path: '/versionId', hint })
    }
    if (pageId !== undefined && !pageEntry(viewOfFields(shell.fields), pageId)) {
      if (!pageEntry(site, pageId)) return unknownPage(context, pageId)
      return fail('unknown_page', 'The page was not there yet in this version.', {
        path: '/pageId',
        hint: 'Choose another one.',
      })
    }
    await services.versions.save({ name: 'Before a version was put back', kind: 'restore', userId: actor.userId })
    const only =
      pageId === undefined ? undefined : (key: string, fields: typeof shell.fields) => isOfPage(fields, key, pageId)
    const changed = [{ documentId: shell.documentId, changes: restoreFields(site, shell.fields, only).length }]
    for (const { documentId, kind, fields } of all) {
      if (kind !== 'page' || (pageId !== undefined && documentId !== pageId)) continue
      const draft = await drafts.open(documentId)
      if (draft) changed.push({ documentId, changes: restoreFields(draft, fields).length })
    }
    return ok({ documents: changed.filter(({ changes }) => changes > 0) })
  },
})
