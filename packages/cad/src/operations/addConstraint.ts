import { defineOperation } from '@atelier/operation'
import { Type } from 'typebox'
import type { PartContext } from '../context/context.ts'
import { constraintMembers, constraintTypes } from '../document/records.ts'
import { refuseMembers } from '../sketch/members.ts'
import { drawIn } from './drawing.ts'
import { closed, D, inSketch, writtenOutput } from './inputs.ts'
import { Refusal, writePart } from './write.ts'

export const addConstraint = defineOperation({
  id: 'part.addConstraint',
  summary: 'Add a constraint',
  description:
    'By points: horizontal, vertical, coincident, distance*, horizontalDistance*, verticalDistance*, symmetric (and axis). line: horizontal, vertical. lines: angle*, parallel, perpendicular, equalLength, collinear. arc: radius*. arcs: tangent, equalRadius, concentric. line and arc: tangent. point: fixed; with line: pointOnLine, midpoint; with arc: pointOnArc. *: value.',
  icon: 'link',
  effect: 'write',
  executor: 'kernel',
  affects: ['part'],
  input: Type.Object(
    { type: Type.Enum(constraintTypes), ...constraintMembers, value: Type.Optional(D), ...inSketch },
    closed,
  ),
  output: Type.Object({ constraintId: Type.String(), ...writtenOutput }),
  run: (context: PartContext, input) =>
    writePart(context, input, (edit) => {
      const { type, point, points, line, lines, arc, arcs, axis, value } = input
      const drawing = drawIn(context, edit, input)
      const given = { point, points, line, lines, arc, arcs, axis }
      const refs = Object.fromEntries(Object.entries(given).filter(([, member]) => member !== undefined))
      const wrong = refuseMembers(edit.part, drawing.id, type, refs, value)
      if (wrong !== undefined) throw new Refusal('invalid_value', wrong)
      const held = value === undefined ? undefined : type === 'angle' ? value : edit.length(value)
      return { constraintId: drawing.constrain(type, refs, held) }
    }),
})
