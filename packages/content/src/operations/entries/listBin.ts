import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import { visibleTo } from '../../brain/restrict.ts'
import type { ContentContext } from '../../context/context.ts'
import { phasesFor } from '../../context/phase.ts'
import { DAYS_IN_BIN } from '../../context/services.ts'

const DAY = 86_400_000

export const listBin = defineOperation({
  id: 'content.listBin',
  summary: 'List deleted entries',
  description: `The entries that were deleted in the last ${DAYS_IN_BIN} days, the last ones first: who deleted each and when. restoreEntry brings one back by its documentId; eraseEntries deletes for good.`,
  icon: 'trash',
  keywords: ['bin', 'trash', 'recycle bin', 'deleted', 'recover'],
  effect: 'read',
  phases: phasesFor('read'),
  onDemand: true,
  input: Type.Object(
    {
      model: Type.Optional(Type.String({ maxLength: 200 })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
      offset: Type.Optional(Type.Integer({ minimum: 0 })),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    entries: Type.Array(
      Type.Object({
        documentId: Type.String(),
        model: Type.String(),
        id: Type.String(),
        title: Type.String(),
        deletedAt: Type.String({ description: 'ISO 8601' }),
        erasedAt: Type.String({ description: 'When it is deleted for good, unless it is restored.' }),
        by: Type.Object({
          kind: Type.Enum(['hand', 'agent']),
          userId: Type.String(),
          runId: Type.Optional(Type.String()),
        }),
        source: Type.String({ description: '`edit`, `undo`, `merge` and so on' }),
      }),
    ),
    total: Type.Integer(),
  }),
  async run(context: ContentContext, { model, limit = 50, offset = 0 }) {
    const { bin } = context.services
    if (!bin) return fail('no_bin', 'The bin is read on the server.')
    const sees = visibleTo(context.restriction)
    const models = model === undefined ? context.restriction?.models : [model].filter(sees.model)
    const found = await bin.list({ ...(models ? { models } : {}), limit, offset })
    // The title may be that of any locale.
    const entries = found.entries.filter(({ locales }) => locales.every((each) => sees.locale(each)))
    const hidden = found.entries.length - entries.length
    return ok({
      entries: entries.map(({ locales: _, deletedAt, ...entry }) => ({
        ...entry,
        deletedAt: new Date(deletedAt).toISOString(),
        erasedAt: new Date(deletedAt + DAYS_IN_BIN * DAY).toISOString(),
      })),
      total: found.total - hidden,
    })
  },
})
