import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import { type ContentContext, notSetUp, writtenTo } from '../../context/context.ts'
import { phasesFor } from '../../context/phase.ts'
import { migrations } from '../../model/change.ts'
import { setMoving } from '../../model/contentDocument.ts'
import { entriesOutput, findingsOf, refuseFindings, writtenOutput } from '../shared/support.ts'
import { migrateEntries } from './migrate.ts'
import { modelInput } from './modelInput.ts'
import { draftModel, planModel, refuseKindChange } from './modelPlan.ts'
import { shareFields } from './sharing.ts'

export const save_model = defineOperation({
  id: 'content.save_model',
  summary: 'Save a model',
  description:
    'Create or change a model. Fields merge by name: what is not named stays, null removes, `rename` {old: new} keeps the values of entries. If entries would break it says how many, and wants `migrate` {field: "convert" | "default" | "drop"}. Repeat it while some are `left`.',
  icon: 'table-properties',
  keywords: ['create model', 'content type', 'collection', 'schema', 'add field', 'rename field'],
  effect: 'write',
  capability: 'content.model',
  phases: phasesFor('write'),
  workflow: 'workflow-dependent',
  affects: ['content'],
  input: Type.Object(
    {
      ...modelInput,
      rename: Type.Optional(Type.Record(Type.String(), Type.String({ maxLength: 200 }))),
      migrate: Type.Optional(Type.Record(Type.String(), Type.Enum(migrations))),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    ...writtenOutput,
    model: Type.Object({ id: Type.String(), created: Type.Boolean(), fields: Type.Array(Type.String()) }),
    affected: Type.Object({ entries: Type.Integer(), migrated: Type.Integer() }),
    errors: entriesOutput.errors,
    warnings: entriesOutput.warnings,
    left: entriesOutput.left,
  }),
  async run(context: ContentContext, { rename = {}, migrate = {}, ...given }) {
    const { contentDocumentId, drafts, restriction, target } = context
    const draft = contentDocumentId === undefined ? undefined : await drafts.open(contentDocumentId)
    if (!draft) return notSetUp()
    const drafted = draftModel(context, draft, given, rename)
    if (!drafted.ok) return drafted.result
    const { file, before, findings: found } = drafted.value
    const wrong = refuseFindings(found)
    if (wrong) return wrong
    const plan = await planModel(context, draft, drafted.value, rename, migrate)
    if (!plan) return notSetUp()
    const { after, whole, entries, change, broken } = plan
    const { breaks, entries: affected, repeated } = broken
    const refusal = refuseKindChange(drafted.value, entries.length)
    if (refusal) return fail(refusal.code, refusal.message, { path: '/kind', hint: refusal.hint ?? '' })
    const isMoving = whole.moving?.[file.id] !== undefined
    if (isMoving && before?.i18n !== after.i18n)
      return fail('still_moving', `The entries of ${file.name} are still moving to other locales.`, {
        path: '/i18n',
        hint: `Call save_model {"id": "${file.id}"} until nothing is left, or undo the change.`,
      })
    const reaches = change?.fields.some((each) => each.breaks) || before?.i18n !== after.i18n || isMoving
    if (restriction?.locales && before?.i18n && (reaches || Object.keys(migrate).length > 0))
      return fail('forbidden_locale', `${file.name} has entries in locales that you may not change.`, {
        path: '/fields',
      })
    const open = breaks.filter(({ field }) => migrate[field] === undefined)
    if (open.length > 0) {
      const lines = open.map(({ field, what, count }) => `“${field}” (${what}): ${count} of ${entries.length} entries`)
      const example = JSON.stringify(
        Object.fromEntries(open.map(({ field, what }) => [field, what === 'removed' ? 'drop' : 'convert'])),
      )
      return fail('needs_migration', `Entries would break. ${lines.join('; ')}.`, {
        path: '/migrate',
        hint: `Say what becomes of their values, such as migrate: ${example}. convert makes of them what it can, default puts the field’s default in their place, drop takes them away.`,
      })
    }
    const written =
      before && (Object.keys(migrate).length > 0 || before.i18n !== after.i18n || isMoving)
        ? await migrateEntries(context, { before, after, whole, migrate, affected, repeated, entries })
        : { migrated: 0, left: 0, findings: [], moving: undefined }
    if ('message' in written) return fail('no_default', written.message, { path: '/fields', hint: written.hint })
    if (before && (isMoving || written.moving)) setMoving(draft, after.id, written.moving)
    const sharing = { model: after, wanted: drafted.value.shared, takesDefault: before === undefined }
    const shared = await shareFields(context, draft, sharing)
    if (!shared.ok) return shared.result
    const left = Math.max(written.left, shared.value.left)
    const of = findingsOf([...found, ...written.findings])
    return ok({
      ...writtenTo(target),
      model: { id: after.id, created: before === undefined, fields: after.fields.map(({ name }) => name) },
      affected: { entries: affected.size, migrated: written.migrated },
      errors: of('error'),
      warnings: of('warning'),
      ...(left > 0 ? { left } : {}),
    })
  },
})
