import { createMemoryView, createOverlay } from '@atelier/documents'
import { expect, test } from 'vitest'
import { blueprintOf, readPlan, rehearseBlueprint, writePlan } from '../index.ts'
import { DIRECTIONS, directionsOf, hasDirection, sampleHtml } from '../sample.ts'
import { chooseDirection } from './directions.ts'

let counter = 0
const newId = () => `n${(counter++).toString(36).padStart(9, '0')}`

function planned(brief: string) {
  const view = createMemoryView()
  writePlan(view, brief, rehearseBlueprint(brief), newId)
  return view
}

test('three looks differ from the planned one and from each other, in type, colour, corners and density', () => {
  for (const brief of [
    'Ferment is a bakery in Porto',
    'Rat Parade is a punk band',
    'Helene Brandt is a notary in Graz',
  ]) {
    const plan = readPlan(planned(brief))
    const directions = directionsOf(plan)
    expect(directions.map(({ name }) => name)).toEqual([...DIRECTIONS])
    for (const field of ['headingFont', 'primaryColor', 'borderRadius'] as const) {
      const all = [plan, ...directions].map(({ design }) => design[field])
      expect([brief, field, new Set(all.slice(1)).size]).toEqual([brief, field, 3])
    }
    for (const { design } of directions) expect(design.headingFont).not.toBe(plan.design.headingFont)
    expect(new Set(directions.map(({ weight }) => weight)).size).toBe(3)
    expect(directions.some((each) => hasDirection(plan, each))).toBe(false)
  }
})

test('a look is shown by the plan’s own home page and taken in one step, and colours of the brief stay', () => {
  const view = planned('Ferment is a bakery in Porto. Our colour is #005f73.')
  const plan = readPlan(view)
  for (const direction of directionsOf(plan)) {
    expect(direction.design.primaryColor).toBe(plan.design.primaryColor)
    const html = sampleHtml(plan, direction)
    expect(html).toContain('A bakery in Porto')
    expect(html).toContain(direction.design.headingFont)
    expect(html).not.toMatch(/<script|@component|rel="stylesheet"/)
  }
  const [, clear] = directionsOf(plan)
  if (!clear) return expect.fail()
  const draft = createOverlay(view)
  expect(chooseDirection(draft, clear)).toMatchObject({ ok: true })
  const chosen = readPlan(draft)
  expect(hasDirection(chosen, clear)).toBe(true)
  expect(chosen.pages[0]?.sections[0]?.layoutHint).toBe(clear.layout)
  expect(chosen.pages.slice(1)).toEqual(plan.pages.slice(1))
  expect(sampleHtml(chosen, clear)).toBe(sampleHtml(plan, clear))
  expect(blueprintOf(chosen).designSystem.visualStyle).toBe(clear.design.visualStyle)
})
