import type { Drawing } from './drawing.ts'

interface RoundedRectangle {
  width: number
  height: number
  radius: number
  at: readonly [number, number]
}

/** Draws a rectangle with round corners of which nothing is free; lengths in mm. */
export function drawRoundedRectangle(drawing: Drawing, { width, height, radius, at: [cx, cy] }: RoundedRectangle) {
  const [x, y] = [width / 2, height / 2]
  const corners = [
    [1, -1],
    [1, 1],
    [-1, 1],
    [-1, -1],
  ] as const
  const centres = corners.map(([sx, sy]) => drawing.point([cx + sx * (x - radius), cy + sy * (y - radius)]))
  // Each corner has the point where the outline enters its arc, and the one where it leaves it.
  const ends = corners.map(([sx, sy], i) => {
    const level = drawing.point([cx + sx * (x - radius), cy + sy * y])
    const upright = drawing.point([cx + sx * x, cy + sy * (y - radius)])
    return i % 2 === 0 ? { from: level, to: upright } : { from: upright, to: level }
  })
  const arcIds = ends.map(({ from, to }, i) => drawing.arc(from, to, centres[i] ?? ''))
  const lineIds = ends.map(({ to }, i) => drawing.line(to, ends[(i + 1) % 4]?.from ?? ''))
  const pointIds = [...ends.flatMap(({ from, to }) => [from, to]), ...centres]
  const constraintIds = [...centres.map((point) => drawing.constrain('fixed', { point }))]
  constraintIds.push(...arcIds.map((arc) => drawing.constrain('radius', { arc }, radius)))
  // An arc's ends lie level with its centre, or straight above or below it.
  for (const [i, { from, to }] of ends.entries()) {
    const centre = centres[i] ?? ''
    constraintIds.push(drawing.constrain(i % 2 === 0 ? 'vertical' : 'horizontal', { points: [from, centre] }))
    constraintIds.push(drawing.constrain(i % 2 === 0 ? 'horizontal' : 'vertical', { points: [to, centre] }))
  }
  return { lineIds, arcIds, pointIds, constraintIds }
}
