import { defineOperation } from '@atelier/operation'
import { Type } from 'typebox'
import type { PartContext } from '../context/context.ts'
import { readPart } from '../document/part.ts'
import { closed, number } from './inputs.ts'
import { buildOf, Refusal, readAnswer } from './write.ts'

export const getBoundingBox = defineOperation({
  id: 'part.getBoundingBox',
  summary: 'Get the box',
  description: 'The exact box of the part in mm.',
  icon: 'box-select',
  effect: 'read',
  executor: 'kernel',
  input: Type.Object({}, closed),
  output: Type.Object({
    minX: number,
    minY: number,
    minZ: number,
    maxX: number,
    maxY: number,
    maxZ: number,
    sizeX: number,
    sizeY: number,
    sizeZ: number,
    centerX: number,
    centerY: number,
    centerZ: number,
  }),
  run: (context: PartContext, input) =>
    readAnswer(async () => {
      void input
      const { box } = (await buildOf(context, readPart(context.draft))).measures
      if (!box) throw new Refusal('empty_part', 'The part has no body yet.')
      const [[minX, minY, minZ], [maxX, maxY, maxZ]] = [box.min, box.max]
      const [sizeX, sizeY, sizeZ] = [maxX - minX, maxY - minY, maxZ - minZ]
      return {
        minX,
        minY,
        minZ,
        maxX,
        maxY,
        maxZ,
        sizeX,
        sizeY,
        sizeZ,
        centerX: minX + sizeX / 2,
        centerY: minY + sizeY / 2,
        centerZ: minZ + sizeZ / 2,
      }
    }),
})
