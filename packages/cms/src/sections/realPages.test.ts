import { describe, expect, test } from 'vitest'
import {
  expectFieldsHold,
  expectNamesStay,
  expectOnlyThatTextChanges,
  importPages,
  realSites,
} from '../../testing/realSites.ts'
import { addNavigationItem } from '../operations/addNavigationItem.ts'
import { addSectionToPage } from '../operations/addSectionToPage.ts'
import { deletePageSection } from '../operations/deletePageSection.ts'
import { getNavigation } from '../operations/getNavigation.ts'
import { removeNavigationItem } from '../operations/removeNavigationItem.ts'
import { toggleNavigationItem } from '../operations/toggleNavigationItem.ts'
import { updateNavigationItem } from '../operations/updateNavigationItem.ts'
import { sectionsOf } from './sections.ts'

/** A real site, from a package that the tests have; `realSites.deep.test.ts` has all that are installed. */
const folder = realSites().find(([name]) => name === 'startbootstrap-clean-blog')?.[1] ?? ''
const imported = () => importPages(folder)
const realPages = [...imported().ids.keys()]

describe.each(realPages)('the fields of %s', (name) => {
  test('hold nearly all of the text of its sections, and written back they change nothing', async () => {
    const project = imported()
    const pageId = project.ids.get(name) ?? expect.fail()
    expect(sectionsOf(project.tree(pageId)).length).toBeGreaterThan(1)
    const { all, held } = await expectFieldsHold(project, pageId)
    expect(held / all).toBeGreaterThan(0.995)
  })

  test('change that text alone', async () => {
    const project = imported()
    await expectOnlyThatTextChanges(project, project.ids.get(name) ?? expect.fail())
  })
})

test.each(realPages)('names of fields stay through insertions, moves and a file that is written, on %s', (name) =>
  expectNamesStay(imported(), name),
)

test.each(realPages)('a section is put at every place of %s, and deleted without a trace', async (name) => {
  const project = imported()
  const pageId = project.ids.get(name) ?? expect.fail()
  const before = project.html(pageId)
  const sections = sectionsOf(project.tree(pageId)).map(({ id }) => id)
  const places = [{}, { sortOrder: 0 }, ...sections.flatMap((id) => [{ before: id }, { after: id }])]
  for (const [index, place] of places.entries()) {
    const sectionDefId = ['faq', 'quote', 'pricing'][index % 3] ?? 'faq'
    const content = { text: 'Fresh words' }
    const added = await project.run(addSectionToPage, { pageId, sectionDefId, content, ...place })
    expect.soft(added, JSON.stringify(place)).toMatchObject({ ok: true })
    const now = sectionsOf(project.tree(pageId)).map(({ id }) => id)
    const id = (added.ok && added.data?.pageSectionId) || expect.fail()
    expect.soft(now.filter((each) => each !== id)).toEqual(sections)
    expect.soft(now).toContain(id)
    expect.soft(project.html(pageId)).toContain('Fresh words')
    expect.soft(await project.run(deletePageSection, { pageSectionId: id })).toMatchObject({ ok: true })
    expect.soft(project.html(pageId)).toBe(before)
  }
})

test('their menu is one, and an item is one insertion on each page', async () => {
  const project = imported()
  expect(await project.run(getNavigation, {})).toMatchObject({
    data: { menus: [{ location: 'header', copies: realPages.length, items: [{}, {}, {}, {}] }] },
  })
  const ids = [...project.ids.values()]
  const before = ids.map(project.html)
  expect(await project.run(addNavigationItem, { label: 'Bread', href: '/bread.html' })).toMatchObject({ ok: true })
  const item =
    '\n                        <li class="nav-item"><a class="nav-link px-lg-3 py-3 py-lg-4" href="bread.html">Bread</a></li>'
  expect(ids.map((id) => project.html(id).replace(item, ''))).toEqual(before)
  expect([...project.written().keys()].sort()).toEqual([...ids].sort())
  expect(await project.run(removeNavigationItem, { label: 'Bread' })).toMatchObject({ ok: true })
  expect(ids.map(project.html)).toEqual(before)
})

test('an item of their menu is renamed and hidden on each page, and back to the byte', async () => {
  const project = imported()
  const ids = [...project.ids.values()]
  const before = ids.map(project.html)
  const change = (label: string, newLabel: string) => project.run(updateNavigationItem, { label, newLabel })
  expect(await change('About', 'Who we are')).toMatchObject({ ok: true, data: { menus: [{ copies: ids.length }] } })
  expect(ids.map((id) => project.html(id).replace('>Who we are<', '>About<'))).toEqual(before)
  expect(await change('Who we are', 'About')).toMatchObject({ ok: true })
  expect(ids.map(project.html)).toEqual(before)
  for (const hidden of [true, false])
    expect(await project.run(toggleNavigationItem, { label: 'About' })).toMatchObject({ data: { hidden } })
  expect(ids.map(project.html)).toEqual(before)
})
