import type { Part } from '../document/part.ts'
import type { Build } from './types.ts'

/** Something of a part that is wrong, or that a maker should know. */
export interface PartFinding {
  code: string
  severity: 'error' | 'warning'
  message: string
  refs?: string[]
}

/**
 * The open findings of a part: errors, requirements that do not hold, bodies that do not touch, sketches with free
 * degrees.
 */
export function findingsOf(part: Part, build: Build): PartFinding[] {
  const nameOf = (id: string) => part.features.find((each) => each.id === id)?.name ?? id
  const used = new Set(part.features.flatMap(({ inputs }) => Object.values(inputs).flat()))
  const wantsBodies = part.requirements.some(({ measure }) => measure === 'bodies')
  return [
    ...build.features.flatMap(({ id, error }) =>
      error
        ? [
            {
              code: error.code,
              severity: 'error' as const,
              message: `“${nameOf(id)}” (${id}) cannot be built: ${error.message}`,
            },
          ]
        : [],
    ),
    ...build.requirements.flatMap(({ id, holds, measured, error }) => {
      const requirement = part.requirements.find((each) => each.id === id)
      if (holds || !requirement) return []
      const now =
        measured === undefined ? (error ?? 'it is not measured') : `it is ${Math.round(measured * 1000) / 1000}`
      const message = `The requirement “${requirement.name}” (${requirement.measure} ${requirement.is} ${requirement.value}) does not hold: ${now}.`
      return [{ code: 'requirement', severity: 'error' as const, message }]
    }),
    ...(build.measures.bodies > 1 && !wantsBodies
      ? [
          {
            code: 'bodies',
            severity: 'warning' as const,
            message: `The part is ${build.measures.bodies} bodies that do not touch.`,
          },
        ]
      : []),
    ...build.features.flatMap(({ id, sketch }) =>
      sketch && sketch.degreesOfFreedom > 0 && used.has(id)
        ? [
            {
              code: 'free_sketch',
              severity: 'warning' as const,
              message: `“${nameOf(id)}” (${id}) has ${sketch.degreesOfFreedom} free degrees.`,
            },
          ]
        : [],
    ),
  ]
}
