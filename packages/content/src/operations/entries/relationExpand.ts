import { defineOperation, ok } from '@atelier/operation'
import { Type } from 'typebox'
import { bytesOf, MAX_RESULT } from '../../brain/page.ts'
import { expandRelations, MAX_DEPTH } from '../../brain/relations.ts'
import type { ContentContext } from '../../context/context.ts'
import { phasesFor } from '../../context/phase.ts'
import { agentMessage } from '../../strings/agentMessages.ts'
import { branchInput, fieldsInput, idInput, localeInput, modelInput } from '../shared/reads.ts'
import { findLocale, findModel, unknownEntry } from '../shared/support.ts'

export const relation_expand = defineOperation({
  id: 'content.relation_expand',
  summary: 'Follow relations',
  description: 'What an entry refers to (forward) and what refers to it (reverse), with chosen fields.',
  icon: 'waypoints',
  keywords: ['references', 'backlinks', 'related entries', 'used by'],
  effect: 'read',
  phases: phasesFor('read'),
  input: Type.Object(
    {
      model: modelInput,
      id: idInput,
      direction: Type.Optional(Type.Enum(['forward', 'reverse', 'both'])),
      depth: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_DEPTH })),
      locale: localeInput,
      fields: fieldsInput,
      ...branchInput,
    },
    { additionalProperties: false },
  ),
  output: Type.Object({ root: Type.Unknown(), left: Type.Integer() }),
  async run(context: ContentContext, { model: modelId, id, direction = 'both', depth = 1, locale: asked, fields }) {
    const found = await findModel(context, modelId)
    if (!found.ok) return found.result
    const locale = asked === undefined ? undefined : findLocale(found.value, asked)
    if (locale && !locale.ok) return locale.result
    const { model, schema } = found.value
    const request = { model: model.id, id, direction, depth, ...(asked === undefined ? {} : { locale: asked }) }
    const warnings: string[] = []
    let expansion = await expandRelations(context.reader, schema, { ...request, ...(fields ? { fields } : {}) })
    if (!expansion) return unknownEntry(context, model.id, id)
    if (fields && bytesOf(expansion) > MAX_RESULT) {
      expansion = (await expandRelations(context.reader, schema, request)) ?? expansion
      warnings.push(agentMessage('relations.withoutFields'))
    }
    if (expansion.left > 0) warnings.push(agentMessage('relations.left', { count: expansion.left }))
    return ok(expansion, { warnings })
  },
})
