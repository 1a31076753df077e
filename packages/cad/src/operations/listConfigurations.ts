import { defineOperation, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { PartContext } from '../context/context.ts'
import { readPart } from '../document/part.ts'
import { closed } from './inputs.ts'

export const listConfigurations = defineOperation({
  id: 'part.listConfigurations',
  summary: 'List the configurations',
  description: 'The variants of the part with the values and features that each sets, and which is active.',
  icon: 'layers-2',
  effect: 'read',
  executor: 'kernel',
  onDemand: true,
  input: Type.Object({}, closed),
  output: Type.Object({
    configurations: Type.Array(
      Type.Object({
        id: Type.String(),
        name: Type.String(),
        active: Type.Boolean(),
        values: Type.Record(Type.String(), Type.Union([Type.Number(), Type.String()])),
        suppressed: Type.Record(Type.String(), Type.Boolean()),
      }),
    ),
  }),
  run(context: PartContext) {
    const { configurations, configuration, parameters } = readPart(context.draft)
    const names = new Map(parameters.map(({ id, name }) => [id, name]))
    return ok({
      configurations: configurations.map(({ id, name, values, suppressed }) => ({
        id,
        name,
        active: id === configuration,
        values: Object.fromEntries(
          Object.entries(values).map(([parameter, value]) => [names.get(parameter) ?? parameter, value]),
        ),
        suppressed: { ...suppressed },
      })),
    })
  },
})
