import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { PageTree } from '@atelier/site'
import { describe, expect, test } from 'vitest'
import { createCmsProject } from '../../testing/project.ts'
import { addNavigationItem } from '../operations/addNavigationItem.ts'
import { addSectionToPage } from '../operations/addSectionToPage.ts'
import { deletePageSection } from '../operations/deletePageSection.ts'
import { getNavigation } from '../operations/getNavigation.ts'
import { removeNavigationItem } from '../operations/removeNavigationItem.ts'
import { toggleNavigationItem } from '../operations/toggleNavigationItem.ts'
import { updateNavigationItem } from '../operations/updateNavigationItem.ts'
import { updateSectionContent } from '../operations/updateSectionContent.ts'
import { sectionFields } from './fields.ts'
import { sectionsOf } from './sections.ts'

/** Real pages, from a package that the tests have. */
const folder = fileURLToPath(new URL('../../../../node_modules/startbootstrap-clean-blog/dist/', import.meta.url))
const realPages = readdirSync(folder)
  .filter((name) => name.endsWith('.html'))
  .map((name) => [name, readFileSync(`${folder}${name}`, 'utf8')] as const)

function imported() {
  const project = createCmsProject()
  const ids = new Map(
    realPages.map(([name, html]) => [
      name,
      project.addPage(html, { title: name, slug: name === 'index.html' ? 'index' : name }),
    ]),
  )
  return { ...project, ids }
}

/** The ids of the text nodes below a node that a reader sees. */
function seenTexts(tree: PageTree, id: string): string[] {
  return [...tree.walk(id)].flatMap(({ id: own, kind, text, parent }) =>
    kind === 'text' && text.trim() !== '' && !/^(?:script|style|option|textarea)$/.test(tree.node(parent)?.tag ?? '')
      ? [own]
      : [],
  )
}

describe.each(realPages.map(([name]) => name))('the fields of %s', (name) => {
  test('hold nearly all of the text of its sections, and written back they change nothing', async () => {
    const project = imported()
    const pageId = project.ids.get(name) ?? expect.fail()
    const tree = project.tree(pageId)
    const sections = sectionsOf(tree)
    expect(sections.length).toBeGreaterThan(1)
    const lengths = { all: 0, held: 0 }
    for (const section of sections) {
      const fields = sectionFields(project.site, tree, section.id)
      const held = new Set(fields.flatMap(({ nodeId }) => seenTexts(tree, nodeId)))
      for (const id of seenTexts(tree, section.id)) {
        const { length } = tree.node(id)?.text.trim() ?? ''
        lengths.all += length
        if (held.has(id)) lengths.held += length
      }
      const content = Object.fromEntries(fields.map((field) => [field.name, field.value]))
      expect(await project.run(updateSectionContent, { pageSectionId: section.id, content })).toMatchObject({
        ok: true,
        data: { changed: [] },
      })
      expect(project.written().size).toBe(0)
    }
    expect(lengths.held / lengths.all).toBeGreaterThan(0.995)
  })

  test('change that text alone, and the names of all fields stay', async () => {
    const project = imported()
    const pageId = project.ids.get(name) ?? expect.fail()
    const before = project.html(pageId)
    for (const section of sectionsOf(project.tree(pageId))) {
      const fields = sectionFields(project.site, project.tree(pageId), section.id)
      for (const field of fields.filter(({ kind, value }) => kind === 'text' && value !== '')) {
        const write = (value: string) =>
          project.run(updateSectionContent, { pageSectionId: section.id, content: { [field.name]: value } })
        expect(await write(`${field.value} qux`)).toMatchObject({ ok: true, data: { changed: [field.name] } })
        expect(project.html(pageId).replace(' qux', '')).toBe(before)
        expect(await write(String(field.value))).toMatchObject({ ok: true, data: { changed: [field.name] } })
        expect(project.html(pageId)).toBe(before)
      }
      expect(sectionFields(project.site, project.tree(pageId), section.id).map((field) => field.name)).toEqual(
        fields.map((field) => field.name),
      )
    }
  })
})

test.each(realPages.map(([name]) => name))(
  'a section is put at every place of %s, and deleted without a trace',
  async (name) => {
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
  },
)

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
