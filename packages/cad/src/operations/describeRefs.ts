import { defineOperation } from '@atelier/operation'
import { Type } from 'typebox'
import type { PartContext } from '../context/context.ts'
import { readPart } from '../document/part.ts'
import { closed, number } from './inputs.ts'
import { askKernel, readAnswer } from './write.ts'

export const describeRefs = defineOperation({
  id: 'part.describeRefs',
  summary: 'Describe refs',
  description: 'Whether refs are found, ambiguous (with the pieces) or lost.',
  icon: 'tags',
  effect: 'read',
  executor: 'kernel',
  input: Type.Object({ refs: Type.Array(Type.String({ maxLength: 2000 }), { minItems: 1, maxItems: 100 }) }, closed),
  output: Type.Object({
    items: Type.Array(
      Type.Object({
        ref: Type.String(),
        status: Type.String(),
        kind: Type.Optional(Type.String()),
        area: Type.Optional(number),
        length: Type.Optional(number),
        pieces: Type.Optional(Type.Array(Type.String())),
      }),
    ),
  }),
  run: (context: PartContext, input) =>
    readAnswer(async () => {
      const { items } = await askKernel(context, readPart(context.draft), { kind: 'refs', refs: input.refs }, 'refs')
      return { items }
    }),
})
