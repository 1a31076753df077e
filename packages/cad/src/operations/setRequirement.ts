import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { PartContext } from '../context/context.ts'
import { createThing, orderAfter, writeField as writeValue } from '../document/changes.ts'
import { readPart } from '../document/part.ts'
import { comparisons } from '../document/records.ts'
import { closed, common, D, number, writtenOutput } from './inputs.ts'
import { buildOf, readAnswer, writePart } from './write.ts'

export const setRequirement = defineOperation({
  id: 'part.setRequirement',
  summary: 'Set a requirement',
  description:
    'Keeps on the part what a request fixes, measured at each build: volume, area, mass (g), bodies, box.x, box.y, box.z, distance(ref, ref), angle(ref, ref), radius(ref), size(ref).',
  icon: 'badge-check',
  effect: 'write',
  executor: 'kernel',
  affects: ['part'],
  input: Type.Object(
    {
      name: Type.String({ minLength: 1, maxLength: 200 }),
      measure: Type.String({ minLength: 1, maxLength: 2000 }),
      is: Type.Enum(comparisons),
      value: D,
      tolerance: Type.Optional(Type.Number({ minimum: 0 })),
      ...common,
    },
    closed,
  ),
  output: Type.Object({
    requirementId: Type.String(),
    measured: Type.Optional(number),
    holds: Type.Boolean(),
    ...writtenOutput,
  }),
  async run(context: PartContext, input) {
    const written = await writePart(context, input, (edit) => {
      const { name, measure, is, value, tolerance } = input
      const isLength = /^(?:box\.|distance|radius)/.test(measure)
      const fields = {
        measure,
        is,
        value: isLength ? edit.length(value) : value,
        ...(tolerance === undefined ? {} : { tolerance: isLength ? edit.mm(tolerance) : tolerance }),
      }
      const { requirements } = edit.part
      const known = requirements.find((each) => each.name === name)
      if (known) {
        for (const [field, each] of Object.entries(fields)) writeValue(edit, `${known.id}/${field}`, each)
        return { requirementId: known.id }
      }
      const order = orderAfter(requirements, requirements.at(-1)?.id ?? null)
      return { requirementId: createThing(edit, 'requirement', { kind: 'requirement', name, order, ...fields }) }
    })
    if (!written.ok || !written.data) return written.ok ? fail('not_found', 'Nothing was written.') : written
    const { data } = written
    const measured = await readAnswer(() => buildOf(context, readPart(context.draft)))
    if (!measured.ok || !measured.data) return measured.ok ? fail('not_found', 'Nothing was built.') : measured
    const found = measured.data.requirements.find(({ id }) => id === data.requirementId)
    if (found?.error !== undefined) return fail('invalid_value', found.error)
    return ok({
      ...data,
      holds: found?.holds ?? false,
      ...(found?.measured === undefined ? {} : { measured: found.measured }),
    })
  },
})
