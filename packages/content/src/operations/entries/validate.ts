import { defineOperation, inSlices, ok } from '@atelier/operation'
import { Type } from 'typebox'
import { checkEntries } from '../../brain/validate.ts'
import { type ContentContext, notSetUp } from '../../context/context.ts'
import { phasesFor } from '../../context/phase.ts'
import type { Finding } from '../../model/finding.ts'
import { findingsOutput, findingsPage, modelInput, pageInput } from '../shared/reads.ts'
import { findingsInFiles, findModel } from '../shared/support.ts'

export const validate = defineOperation({
  id: 'content.validate',
  summary: 'Validate entries',
  description: 'What is wrong with entries: values their model refuses, broken relations, duplicates.',
  icon: 'circle-check',
  keywords: ['check entries', 'errors', 'broken relations', 'required fields'],
  effect: 'read',
  phases: phasesFor('read'),
  input: Type.Object(
    {
      model: Type.Optional(modelInput),
      files: Type.Optional(Type.Boolean({ description: 'The files of the repository, by file and line.' })),
      ...pageInput,
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    valid: Type.Boolean(),
    errors: Type.Integer(),
    warnings: Type.Integer(),
    ...findingsOutput,
  }),
  async run(context: ContentContext, { model: modelId, files = false, limit, cursor }) {
    const { reader } = context
    const schema = await reader.schema()
    // Nothing is wrong with content that there is not.
    if (!schema && modelId === undefined) {
      const wrong = files ? await findingsInFiles(context, undefined) : []
      return ok({ ...countsOf(wrong), ...findingsPage(errorsFirst(wrong), { limit, cursor }) })
    }
    if (!schema) return notSetUp()
    const found = modelId === undefined ? undefined : await findModel(context, modelId)
    if (found && !found.ok) return found.result
    if (files) {
      const wrong = await findingsInFiles(context, modelId)
      return ok({ ...countsOf(wrong), ...findingsPage(errorsFirst(wrong), { limit, cursor }) })
    }
    const ids = new Map<string, ReadonlySet<string>>()
    for (const { id } of schema.models) ids.set(id, new Set((await reader.entries(id)).map((entry) => entry.id)))
    const findings: Finding[] = []
    for (const model of found ? [found.value.model] : schema.models) {
      const entries = await reader.entries(model.id)
      findings.push(...(await inSlices(checkEntries(model, entries, schema, (id) => ids.get(id)))))
    }
    return ok({ ...countsOf(findings), ...findingsPage(errorsFirst(findings), { limit, cursor }) })
  },
})

export function countsOf(findings: readonly Finding[]): { valid: boolean; errors: number; warnings: number } {
  const errors = findings.filter(({ severity }) => severity === 'error').length
  return { valid: errors === 0, errors, warnings: findings.length - errors }
}

export const errorsFirst = (findings: readonly Finding[]): Finding[] =>
  [...findings].sort((a, b) => Number(b.severity === 'error') - Number(a.severity === 'error'))
