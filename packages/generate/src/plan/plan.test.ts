import { createDocumentTypes, createMemoryView, createOverlay, type Draft, type Patch } from '@atelier/documents'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readBlueprint } from '../blueprint/read.ts'
import { blueprintType } from './documentType.ts'
import {
  addPlannedPage,
  addPlannedSection,
  movePlannedPage,
  movePlannedSection,
  type PlanOutcome,
  removePlannedPage,
  removePlannedSection,
  setPageField,
  setPlanField,
  setSectionField,
} from './edit.ts'
import { blueprintOf, readPlan, writePlan } from './plan.ts'

const blueprint = () =>
  readBlueprint({
    siteName: 'Bread & Co',
    pages: [
      { filename: 'index.html', title: 'Home', sections: [{ id: 'hero', sectionType: 'hero' }, { id: 'hours' }] },
      { filename: 'about.html', title: 'About', sections: [{ id: 'story' }] },
    ],
  })?.blueprint ?? expect.fail()

let counter = 0
const newId = () => `n${(counter++).toString(36).padStart(9, '0')}`

function planned() {
  const draft = createMemoryView()
  writePlan(draft, 'A bakery.', blueprint(), newId)
  return draft
}

const shape = (draft: Draft) =>
  readPlan(draft).pages.map(({ title, sections }) => [title, ...sections.map(({ id }) => id)])
const keyOf = (outcome: PlanOutcome) => (outcome.ok ? outcome.key : expect.fail(outcome.error))
const page = (draft: Draft, title: string) =>
  readPlan(draft).pages.find((each) => each.title === title) ?? expect.fail()

test('a blueprint is read from a plan as it was written', () => {
  expect(blueprintOf(readPlan(planned()))).toEqual(blueprint())
  expect(readPlan(planned()).brief).toBe('A bakery.')
})

test('pages and sections are added, moved, changed and removed, and the menu goes along', () => {
  const draft = planned()
  const shop = keyOf(addPlannedPage(draft, newId, 'Our shop', 1))
  expect(shape(draft)).toEqual([['Home', 'hero', 'hours'], ['Our shop'], ['About', 'story']])
  movePlannedPage(draft, shop, 2)
  const [story] = page(draft, 'About').sections
  movePlannedSection(draft, story?.key ?? '', page(draft, 'Home').key, 1)
  addPlannedSection(draft, newId, shop, { sectionType: 'pricing' })
  addPlannedSection(draft, newId, shop, { sectionType: 'pricing', name: 'Cakes' }, 0)
  expect(shape(draft)).toEqual([['Home', 'hero', 'story', 'hours'], ['About'], ['Our shop', 'pricing-2', 'pricing']])
  expect(setPageField(draft, shop, 'filename', 'Shop/Now')).toMatchObject({ ok: true })
  expect(readPlan(draft).shared.navLinks).toEqual([
    { label: 'Home', href: 'index.html' },
    { label: 'About', href: 'about.html' },
    { label: 'Our shop', href: 'shop/now.html' },
  ])
  removePlannedSection(draft, page(draft, 'Our shop').sections[0]?.key ?? '')
  removePlannedPage(draft, page(draft, 'About').key)
  expect(shape(draft)).toEqual([
    ['Home', 'hero', 'story', 'hours'],
    ['Our shop', 'pricing'],
  ])
  expect(readPlan(draft).shared.navLinks).toHaveLength(2)
})

test.each<[string, (draft: Draft) => PlanOutcome, RegExp]>([
  ['a colour that is none', (draft) => setPlanField(draft, 'design', 'primaryColor', 'red'), /a colour such as/],
  ['a field that is none', (draft) => setPlanField(draft, 'design', 'color', '#ffffff'), /There is no field “color”/],
  ['a section that is none', (draft) => setSectionField(draft, 'gone', 'name', 'x'), /no longer planned/],
  [
    'a kind of section that is none',
    (draft) => addPlannedSection(draft, newId, page(draft, 'Home').key, { name: 'x'.repeat(999) }),
    /“name” cannot be/,
  ],
  [
    'a file that is taken',
    (draft) => setPageField(draft, page(draft, 'About').key, 'filename', 'index'),
    /Another page/,
  ],
  [
    'a file that leads elsewhere',
    (draft) => setPageField(draft, page(draft, 'About').key, 'filename', '../x.html'),
    /file name/,
  ],
  ['the home page going', (draft) => removePlannedPage(draft, page(draft, 'Home').key), /home page stays/],
])('%s is refused, and nothing is written', (_name, edit, message) => {
  const base = planned()
  const draft = createOverlay(base)
  const outcome = edit(draft)
  expect(outcome.ok ? '' : outcome.error).toMatch(message)
  expect(draft.patches()).toEqual([])
})

test('every edit is accepted from a tab, and described', () => {
  const base = planned()
  const draft = createOverlay(base)
  const shop = keyOf(addPlannedPage(draft, newId, 'Shop'))
  addPlannedSection(draft, newId, shop, { sectionType: 'faq' })
  setPlanField(draft, 'design', 'primaryColor', '#112233')
  movePlannedPage(draft, shop, 0)
  removePlannedPage(draft, page(draft, 'About').key)
  const patches: Patch[] = draft.patches()
  for (const { key, after } of patches)
    expect(
      blueprintType.accepts?.(
        key,
        after ?? null,
        () => undefined,
        () => [],
      ),
      key,
    ).toBeUndefined()
  const [described] = createDocumentTypes([blueprintType]).describe([
    { documentId: 'd', kind: 'blueprint', patches, before: base, after: draft },
  ])
  expect(described?.title).toBe('Plan of Bread & Co')
  expect(described?.lines.map(({ kind, what, label }) => `${kind} ${what} ${label}`).sort()).toEqual([
    'added page Shop',
    'added section faq',
    'changed field nav links',
    'changed field primary color',
    'changed move Shop',
    'removed page About',
  ])
})

test.each([
  ['design/primaryColor', 7],
  ['design/none', 'x'],
  ['page:a', { at: 'a0', titel: 'x' }],
  ['page:a', { title: 'x' }],
  ['section:a', { at: 'a0' }],
  ['section:a/at', 'é'],
  ['page:a/deleted', false],
  ['page:a/__proto__', {}],
  ['other', 1],
  ['brief', 'x'.repeat(20_001)],
])('a tab cannot set %s to %j', (key, value) => {
  expect(
    blueprintType.accepts?.(
      key,
      value,
      () => undefined,
      () => [],
    ),
  ).toMatch(/\.$/)
})

test('any document at all is read as a plan', () => {
  const keys = fc.constantFrom(
    'brief',
    'site/siteName',
    'page:a',
    'page:a/at',
    'page:a/title',
    'section:b',
    'section:b/page',
    'design/x',
  )
  const values = fc.oneof(fc.jsonValue(), fc.record({ at: fc.string(), page: fc.constant('a'), title: fc.jsonValue() }))
  fc.assert(
    fc.property(fc.array(fc.tuple(keys, values), { maxLength: 12 }), (entries) => {
      const draft = createMemoryView()
      for (const [key, value] of entries) draft.set(key, JSON.parse(JSON.stringify(value)))
      const plan = readPlan(draft)
      expect(readBlueprint(blueprintOf(plan))).toBeDefined()
    }),
    { numRuns: 300 },
  )
})
