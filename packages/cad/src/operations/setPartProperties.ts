import { defineOperation } from '@atelier/operation'
import { Type } from 'typebox'
import type { PartContext } from '../context/context.ts'
import { writeField } from '../document/changes.ts'
import { readPart } from '../document/part.ts'
import { units } from '../document/records.ts'
import { closed, common, writtenOutput } from './inputs.ts'
import { writePart } from './write.ts'

export const setPartProperties = defineOperation({
  id: 'part.setPartProperties',
  summary: 'Set units and density',
  description:
    'Sets the units in which lengths are shown and bare numbers in expressions are meant, and the density in g/cm³ by which the mass is computed: 1.24 for PLA, 2.7 for aluminium, 7.85 for steel.',
  icon: 'settings-2',
  effect: 'write',
  executor: 'kernel',
  onDemand: true,
  affects: ['part'],
  input: Type.Object(
    {
      units: Type.Optional(Type.Enum(units)),
      density: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 100 })),
      ...common,
    },
    closed,
  ),
  output: Type.Object({ units: Type.String(), density: Type.Number(), ...writtenOutput }),
  run: (context: PartContext, input) =>
    writePart(context, input, (edit) => {
      if (input.units !== undefined) writeField(edit, 'meta/units', input.units)
      if (input.density !== undefined) writeField(edit, 'meta/density', input.density)
      const { units: shown, density } = readPart(edit.draft)
      return { units: shown, density }
    }),
})
