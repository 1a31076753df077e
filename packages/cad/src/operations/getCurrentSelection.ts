import { defineOperation } from '@atelier/operation'
import { Type } from 'typebox'
import type { PartContext } from '../context/context.ts'
import { closed } from './inputs.ts'
import { readAnswer } from './write.ts'

export const getCurrentSelection = defineOperation({
  id: 'part.getCurrentSelection',
  summary: 'Get the selection',
  description: 'What is selected in the editor.',
  icon: 'mouse-pointer-2',
  effect: 'read',
  executor: 'kernel',
  input: Type.Object({}, closed),
  output: Type.Object({ type: Type.String(), items: Type.Array(Type.String()) }),
  run: (context: PartContext, input) =>
    readAnswer(async () => {
      void input
      const items = [...context.selection]
      return { type: items.length === 0 ? 'none' : 'refs', items }
    }),
})
