import { defineOperation } from '@atelier/operation'
import { Type } from 'typebox'
import type { PartContext } from '../context/context.ts'
import { createThing, writeField } from '../document/changes.ts'
import { closed, common, D, flag, writtenOutput } from './inputs.ts'
import { type Edit, Refusal, writePart } from './write.ts'

export const setConfiguration = defineOperation({
  id: 'part.setConfiguration',
  summary: 'Set a configuration',
  description:
    'Makes or changes a variant of the part: values of parameters by name, features that it leaves out or takes in by id, and whether it is the one that is built (active).',
  icon: 'layers-2',
  effect: 'write',
  executor: 'kernel',
  onDemand: true,
  affects: ['part'],
  input: Type.Object(
    {
      name: Type.String({ minLength: 1, maxLength: 200 }),
      values: Type.Optional(Type.Record(Type.String({ maxLength: 60 }), D)),
      suppressed: Type.Optional(Type.Record(Type.String({ maxLength: 60 }), Type.Boolean())),
      active: flag,
      ...common,
    },
    closed,
  ),
  output: Type.Object({ configurationId: Type.String(), active: Type.Boolean(), ...writtenOutput }),
  run: (context: PartContext, input) =>
    writePart(context, input, (edit) => {
      const { name, values = {}, suppressed = {}, active } = input
      const known = edit.part.configurations.find((each) => each.name === name)
      const configurationId = known?.id ?? createThing(edit, 'configuration', { kind: 'configuration', name })
      for (const [parameter, value] of Object.entries(values))
        writeField(edit, `${configurationId}/value:${parameterId(edit, parameter)}`, value)
      for (const [feature, isOut] of Object.entries(suppressed))
        writeField(edit, `${configurationId}/suppressed:${edit.feature(feature).id}`, isOut)
      const wasActive = edit.part.configuration === configurationId
      if (active === true) writeField(edit, 'meta/configuration', configurationId)
      if (active === false && wasActive) edit.draft.delete('meta/configuration')
      return { configurationId, active: active ?? wasActive }
    }),
})

function parameterId({ part }: Edit, name: string): string {
  const found = part.parameters.find((each) => each.name === name)
  if (found) return found.id
  throw new Refusal('unknown_parameter', `There is no parameter “${name}”.`, { hint: 'setParameter makes one.' })
}
