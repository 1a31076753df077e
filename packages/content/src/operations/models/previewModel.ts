import { createOverlay } from '@atelier/documents'
import { defineOperation, ok } from '@atelier/operation'
import { Type } from 'typebox'
import { type ContentContext, notSetUp } from '../../context/context.ts'
import { phasesFor } from '../../context/phase.ts'
import { fieldOf } from '../../model/named.ts'
import { findingsOutput } from '../shared/support.ts'
import { modelInput } from './modelInput.ts'
import { draftModel, planModel, refuseKindChange } from './modelPlan.ts'

export const previewModel = defineOperation({
  id: 'content.previewModel',
  summary: 'Preview a change of a model',
  description:
    'What save_model would do with the same input, without doing it: what is wrong with the model, and for each field how many entries would break, how many of them can be converted, and whether there is a default.',
  icon: 'table-properties',
  keywords: ['dry run', 'consequences', 'breaking change', 'migration'],
  effect: 'read',
  capability: 'content.model',
  phases: phasesFor('read'),
  onDemand: true,
  input: Type.Object(
    { ...modelInput, rename: Type.Optional(Type.Record(Type.String(), Type.String({ maxLength: 200 }))) },
    { additionalProperties: false },
  ),
  output: Type.Object({
    entries: Type.Integer({ description: 'How many the model has.' }),
    breaks: Type.Array(
      Type.Object({
        field: Type.String(),
        what: Type.String(),
        count: Type.Integer({ description: 'Entries whose values no longer fit, or are gone.' }),
        convertible: Type.Integer({ description: 'How many of these can be converted whole.' }),
        default: Type.Boolean({ description: 'Whether the field has a default.' }),
        required: Type.Boolean(),
      }),
    ),
    changed: Type.Array(Type.Object({ field: Type.String(), what: Type.String() })),
    findings: findingsOutput,
  }),
  async run(context: ContentContext, { rename = {}, ...given }) {
    const { contentDocumentId, drafts } = context
    const stored = contentDocumentId === undefined ? undefined : await drafts.open(contentDocumentId)
    const draft = stored && createOverlay(stored)
    const drafted = draftModel(context, draft, given, rename)
    if (!drafted.ok) return drafted.result
    const { findings } = drafted.value
    const isWrong = findings.some(({ severity }) => severity === 'error')
    const plan = draft && !isWrong ? await planModel(context, draft, drafted.value, rename, {}) : undefined
    if (!plan && !isWrong) return notSetUp()
    const { after, entries = [], broken, change } = plan ?? {}
    const kind = refuseKindChange(drafted.value, entries.length)
    return ok({
      entries: entries.length,
      breaks: (broken?.breaks ?? []).map((each) => {
        const definition = after && fieldOf(after, each.field)?.definition
        const hasDefault = definition?.default !== undefined && definition.default !== null
        return { ...each, default: hasDefault, required: definition?.required === true }
      }),
      changed: (change?.fields ?? []).map(({ field, what }) => ({ field, what })),
      findings: kind ? [...findings, kind] : findings,
    })
  },
})
