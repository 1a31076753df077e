import { defineOperation } from '@atelier/operation'
import { Type } from 'typebox'
import type { PartContext } from '../context/context.ts'
import { readPart } from '../document/part.ts'
import { closed, number } from './inputs.ts'
import { buildOf, readAnswer } from './write.ts'

export const listParameters = defineOperation({
  id: 'part.listParameters',
  summary: 'List the parameters',
  description: 'The parameters with their expressions and values in mm, degrees or as numbers.',
  icon: 'variable',
  effect: 'read',
  executor: 'kernel',
  onDemand: true,
  input: Type.Object({}, closed),
  output: Type.Object({
    parameters: Type.Array(
      Type.Object({
        name: Type.String(),
        expression: Type.String(),
        value: Type.Optional(number),
        note: Type.Optional(Type.String()),
      }),
    ),
  }),
  run: (context: PartContext, input) =>
    readAnswer(async () => {
      void input
      const part = readPart(context.draft)
      const { parameters: values } = await buildOf(context, part)
      return {
        parameters: part.parameters.map(({ name, expression, note }) => ({
          name,
          expression,
          ...(values[name] === undefined ? {} : { value: values[name] }),
          ...(note === undefined ? {} : { note }),
        })),
      }
    }),
})
