import { defineOperation, ok } from '@atelier/operation'
import { Type } from 'typebox'
import { checkSchema, healthOf } from '../../brain/validate.ts'
import type { ContentContext } from '../../context/context.ts'
import { phasesFor } from '../../context/phase.ts'
import { countsOf, errorsFirst } from '../entries/validate.ts'
import { findingsOutput, findingsPage, pageInput } from '../shared/reads.ts'

export const validate_schema = defineOperation({
  id: 'content.validate_schema',
  summary: 'Validate models',
  description: 'What is wrong with models and their fields; health from 0 to 100.',
  icon: 'shield-check',
  keywords: ['check models', 'schema errors', 'model health'],
  effect: 'read',
  phases: phasesFor('read'),
  input: Type.Object(pageInput, { additionalProperties: false }),
  output: Type.Object({
    valid: Type.Boolean(),
    errors: Type.Integer(),
    warnings: Type.Integer(),
    health: Type.Integer(),
    ...findingsOutput,
  }),
  async run({ reader, services, restriction }: ContentContext, page) {
    const schema = await reader.schema()
    // A caller who may see only some of it gets no findings about files that may be of the rest.
    const isRestricted = restriction?.models !== undefined || restriction?.locales !== undefined
    const unreadable = isRestricted ? [] : ((await services.repository?.unreadable()) ?? [])
    const findings = [...unreadable, ...(schema ? checkSchema(schema) : [])]
    return ok({ ...countsOf(findings), health: healthOf(findings), ...findingsPage(errorsFirst(findings), page) })
  },
})
