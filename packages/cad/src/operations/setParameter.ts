import { defineOperation } from '@atelier/operation'
import { Type } from 'typebox'
import type { PartContext } from '../context/context.ts'
import { createThing, orderAfter, writeField as writeValue } from '../document/changes.ts'
import { reservedNames } from '../expression/evaluate.ts'
import { closed, common, number, writtenOutput } from './inputs.ts'
import { valueOfParameter } from './parameterValue.ts'
import { Refusal, writePart } from './write.ts'

export const setParameter = defineOperation({
  id: 'part.setParameter',
  summary: 'Set a parameter',
  description: 'Makes a parameter, such as width = 80 mm, or gives it another expression.',
  icon: 'variable',
  effect: 'write',
  executor: 'kernel',
  affects: ['part'],
  input: Type.Object(
    {
      name: Type.String({ pattern: '^[A-Za-z_][A-Za-z0-9_]{0,59}$' }),
      expression: Type.String({ minLength: 1, maxLength: 500 }),
      note: Type.Optional(Type.String({ maxLength: 500 })),
      ...common,
    },
    closed,
  ),
  output: Type.Object({ parameterId: Type.String(), value: number, ...writtenOutput }),
  run: (context: PartContext, input) =>
    writePart(context, input, (edit) => {
      const { name, expression, note } = input
      if (reservedNames.has(name))
        throw new Refusal('invalid_value', `“${name}” is a unit or a function.`, { hint: 'Choose another name.' })
      const { parameters } = edit.part
      const known = parameters.find((each) => each.name === name)
      const all = [...parameters.filter((each) => each !== known), { name, expression }]
      const value = valueOfParameter(all, edit.mm(1), name)
      if (known) {
        writeValue(edit, `${known.id}/expression`, expression)
        if (note !== undefined) writeValue(edit, `${known.id}/note`, note)
        return { parameterId: known.id, value }
      }
      const order = orderAfter(parameters, parameters.at(-1)?.id ?? null)
      const parameterId = createThing(edit, 'parameter', {
        kind: 'parameter',
        name,
        expression,
        order,
        ...(note === undefined ? {} : { note }),
      })
      return { parameterId, value }
    }),
})
