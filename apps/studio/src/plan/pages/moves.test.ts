import { createMemoryView } from '@atelier/documents'
import {
  addPlannedPage,
  addPlannedSection,
  movePlannedPage,
  movePlannedSection,
  readPlan,
} from '@atelier/generate/plan'
import { expect, test } from 'vitest'
import { directionOf, pageDrop, pageStep, sectionDrop, sectionStep } from './moves.ts'

function planned() {
  const draft = createMemoryView()
  let made = 0
  const newKey = () => `k${made++}`
  for (const title of ['Home', 'About']) {
    const page = addPlannedPage(draft, newKey, title)
    for (const name of title === 'Home' ? ['a', 'b', 'c'] : ['d'])
      if (page.ok) addPlannedSection(draft, newKey, page.key, { name, id: name })
  }
  const read = () => readPlan(draft)
  const shape = () => read().pages.map(({ title, sections }) => `${title} ${sections.map(({ name }) => name).join('')}`)
  const key = (name: string) =>
    read()
      .pages.flatMap(({ key, title, sections }) => [{ key, name: title }, ...sections])
      .find((each) => each.name === name)?.key ?? expect.fail(name)
  return { draft, read, shape, key }
}

test.each([
  ['b', 'up', ['Home bac', 'About d']],
  ['b', 'down', ['Home acb', 'About d']],
  ['c', 'right', ['Home ab', 'About dc']],
  ['d', 'left', ['Home dabc', 'About ']],
] as const)('one step of section %s %s', (name, to, shape) => {
  const plan = planned()
  const place = sectionStep(plan.read(), plan.key(name), to) ?? expect.fail('nowhere')
  movePlannedSection(plan.draft, plan.key(name), place.page, place.index)
  expect(plan.shape()).toEqual(shape)
})

test('steps end at the ends', () => {
  const plan = planned()
  expect(sectionStep(plan.read(), plan.key('a'), 'up')).toBeUndefined()
  expect(sectionStep(plan.read(), plan.key('c'), 'down')).toBeUndefined()
  expect(sectionStep(plan.read(), plan.key('d'), 'right')).toBeUndefined()
  expect(pageStep(plan.read(), plan.key('Home'), 'left')).toBeUndefined()
  expect(pageStep(plan.read(), plan.key('About'), 'right')).toBeUndefined()
  expect(directionOf({ key: 'ArrowUp', altKey: false })).toBeUndefined()
})

test.each([
  ['a', 'Home', { index: 2, behind: true }, ['Home bca', 'About d']],
  ['c', 'Home', { index: 0, behind: false }, ['Home cab', 'About d']],
  ['a', 'About', { index: 0, behind: false }, ['Home bc', 'About ad']],
  ['a', 'Home', { index: 0, behind: true }, undefined],
  ['a', 'Home', { index: 1, behind: false }, undefined],
] as const)('section %s dropped on %s at %j', (name, page, over, shape) => {
  const plan = planned()
  const place = sectionDrop(plan.read(), plan.key(name), plan.key(page), over)
  if (place) movePlannedSection(plan.draft, plan.key(name), place.page, place.index)
  expect(place && plan.shape()).toEqual(shape)
})

test('a page is stepped and dropped', () => {
  const plan = planned()
  expect(pageDrop(plan.read(), plan.key('Home'), { index: 1, behind: false })).toBeUndefined()
  movePlannedPage(
    plan.draft,
    plan.key('Home'),
    pageDrop(plan.read(), plan.key('Home'), { index: 1, behind: true }) ?? 9,
  )
  expect(plan.shape()).toEqual(['About d', 'Home abc'])
  movePlannedPage(plan.draft, plan.key('Home'), pageStep(plan.read(), plan.key('Home'), 'left') ?? 9)
  expect(plan.shape()).toEqual(['Home abc', 'About d'])
})
