import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { PartContext } from '../context/context.ts'
import { readPart } from '../document/part.ts'
import { pictureViews } from '../exchange/views.ts'
import { closed } from './inputs.ts'
import { askKernel, buildOf, Refusal } from './write.ts'

/** Pixels. */
const WIDTH = 960
const HEIGHT = 720
const MOST_MARKED = 40

export const getModelSnapshot = defineOperation({
  id: 'part.getModelSnapshot',
  summary: 'Look at the part',
  description: 'A picture of the part from a view; mark: refs of faces to colour.',
  icon: 'eye',
  effect: 'read',
  executor: 'kernel',
  heavy: true,
  wantsVision: true,
  input: Type.Object(
    {
      view: Type.Optional(Type.Enum(pictureViews)),
      mark: Type.Optional(Type.Array(Type.String(), { maxItems: MOST_MARKED })),
    },
    closed,
  ),
  output: Type.Object({
    view: Type.String(),
    box: Type.Optional(
      Type.Object({ min: Type.Array(Type.Number()), max: Type.Array(Type.Number()) }, { additionalProperties: false }),
    ),
    /** The picture beside the data; null if none was asked for. */
    picture: Type.Union([
      Type.Object({ mimeType: Type.String(), width: Type.Number(), height: Type.Number() }),
      Type.Null(),
    ]),
  }),
  async run(context: PartContext, { view = 'iso', mark = [] }) {
    try {
      const part = readPart(context.draft)
      const { measures } = await buildOf(context, part)
      if (measures.bodies === 0) return fail('empty_part', 'The part has no body yet.')
      const box = measures.box && { min: [...measures.box.min], max: [...measures.box.max] }
      const data = { view, ...(box ? { box } : {}), picture: null }
      if (!context.seesPictures) return ok(data)
      const question = { kind: 'snapshot', view, mark, width: WIDTH, height: HEIGHT } as const
      const { png } = await askKernel(context, part, question, 'snapshot')
      const picture = { mimeType: 'image/png', width: WIDTH, height: HEIGHT }
      return ok({ ...data, picture }, { images: [{ mimeType: picture.mimeType, data: base64(png) }] })
    } catch (error) {
      if (error instanceof Refusal) return error.result
      throw error
    }
  },
})

/** Bytes that are turned into a text at a time. */
const SLICE = 0x8000

function base64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += SLICE) text += String.fromCharCode(...bytes.subarray(at, at + SLICE))
  return btoa(text)
}
