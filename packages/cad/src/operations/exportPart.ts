import { defineOperation } from '@atelier/operation'
import { Type } from 'typebox'
import type { PartContext } from '../context/context.ts'
import { readPart } from '../document/part.ts'
import { exportFormats } from '../kernel/port.ts'
import { closed } from './inputs.ts'
import { askKernel, buildOf, Refusal, readAnswer } from './write.ts'

export const exportPart = defineOperation({
  id: 'part.exportPart',
  summary: 'Export the part',
  description:
    'Writes the part as STEP, STL, 3MF or GLB and returns its size and the path below the address of the project where it can be downloaded.',
  icon: 'download',
  effect: 'read',
  executor: 'kernel',
  onDemand: true,
  input: Type.Object({ format: Type.Enum(exportFormats) }, closed),
  output: Type.Object({ format: Type.String(), bytes: Type.Integer(), path: Type.String() }),
  run: (context: PartContext, { format }) =>
    readAnswer(async () => {
      const part = readPart(context.draft)
      const { measures } = await buildOf(context, part)
      if (measures.bodies === 0) throw new Refusal('empty_part', 'The part has no body yet.')
      const { bytes } = await askKernel(context, part, { kind: 'export', format, name: 'part' }, 'export')
      return { format, bytes: bytes.length, path: `parts/${context.documentId}/export?format=${format}` }
    }),
})
