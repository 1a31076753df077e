import { defineOperation } from '@atelier/operation'
import { Type } from 'typebox'
import type { PartContext } from '../context/context.ts'
import { readPart } from '../document/part.ts'
import { closed, Id, number } from './inputs.ts'
import { askKernel, featureOf, readAnswer } from './write.ts'

export const repairRef = defineOperation({
  id: 'part.repairRef',
  summary: 'Propose a repair of a ref',
  description:
    'Proposes what a lost or ambiguous ref may mean now, the nearest first; with featureId as that feature sees it. Decide, and set it by modifyFeature. Changes nothing.',
  icon: 'link-2-off',
  effect: 'read',
  executor: 'kernel',
  onDemand: true,
  input: Type.Object({ ref: Type.String({ minLength: 1, maxLength: 2000 }), featureId: Type.Optional(Id) }, closed),
  output: Type.Object({
    status: Type.String(),
    candidates: Type.Array(Type.Object({ ref: Type.String(), why: Type.String(), distance: Type.Optional(number) })),
  }),
  run: (context: PartContext, { ref, featureId }) =>
    readAnswer(async () => {
      const part = readPart(context.draft)
      const before = featureId === undefined ? {} : { before: featureOf(part, featureId).id }
      const { status, candidates } = await askKernel(context, part, { kind: 'repair', ref, ...before }, 'repair')
      return { status, candidates }
    }),
})
