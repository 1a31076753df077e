import { expect, test } from 'vitest'
import { createCmsProject } from '../../testing/project.ts'
import { addSectionToPage } from '../operations/addSectionToPage.ts'
import { createPageWithContent } from '../operations/createPageWithContent.ts'
import { deletePageSection } from '../operations/deletePageSection.ts'
import { deletePageSections } from '../operations/deletePageSections.ts'
import { getPageSections } from '../operations/getPageSections.ts'
import { getSectionFields } from '../operations/getSectionFields.ts'
import { listSectionTemplates } from '../operations/listSectionTemplates.ts'

const home = `<header><nav><a href="/">Home</a><a href="/about">About</a></nav></header>
<main>
<section><h1>Bread</h1><p>Open daily.</p></section>
<section><h2>Visit</h2><p>Main Street</p></section>
</main>
<footer><p>Bakery</p></footer>`

function bakery() {
  const project = createCmsProject()
  const homeId = project.addPage(home)
  const names = async (pageId = homeId) => {
    const read = await project.run(getPageSections, { pageId })
    return (read.ok && read.data?.sections.map(({ name }) => name)) || expect.fail()
  }
  const idOf = async (name: string) => {
    const read = await project.run(getPageSections, { pageId: homeId })
    return (read.ok && read.data?.sections.find((each) => each.name === name)?.id) || expect.fail()
  }
  return { ...project, homeId, names, idOf }
}

test('every template is listed with its fields, can be added, and is one section of the page', async () => {
  const project = bakery()
  const listed = await project.run(listSectionTemplates, {})
  const templates = (listed.ok && listed.data?.templates) || expect.fail()
  expect(templates.map(({ key }) => key)).toEqual(
    expect.arrayContaining(['hero', 'cards', 'quote', 'split', 'call', 'pricing', 'faq', 'gallery', 'form']),
  )
  expect(templates.every(({ fields }) => fields.length > 0)).toBe(true)
  for (const [count, { key, fields }] of templates.entries()) {
    const own = await project.run(getSectionFields, { key })
    const found = (own.ok && own.data?.fields) || expect.fail()
    expect(found.map(({ name }) => name)).toEqual(fields)
    const text = found.find(({ kind }) => kind === 'text')
    const content = text ? { [text.name]: `Words of ${key}` } : {}
    const added = await project.run(addSectionToPage, { pageId: project.homeId, sectionDefId: key, content })
    expect.soft(added, key).toMatchObject({ ok: true, data: { sections: [{ fields: expect.any(Array) }] } })
    if (text) expect.soft(project.html(project.homeId), key).toContain(`Words of ${key}`)
    expect.soft(await project.names(), key).toHaveLength(count + 3)
  }
})

test('a section goes before, after, first or last, and nothing else on the page is changed', async () => {
  const project = bakery()
  const before = project.html(project.homeId)
  const add = (place: object, heading: string) =>
    project.run(addSectionToPage, { pageId: 'home', sectionDefId: 'call', content: { heading }, ...place })
  const visit = await project.idOf('Visit')
  expect(await add({ before: visit }, 'Two')).toMatchObject({ ok: true })
  expect(await add({ after: visit }, 'Four')).toMatchObject({ ok: true })
  expect(await add({ sortOrder: 0 }, 'Zero')).toMatchObject({ ok: true })
  expect(await add({}, 'Five')).toMatchObject({ ok: true })
  expect(await project.names()).toEqual(['Zero', 'Bread', 'Two', 'Visit', 'Four', 'Five'])
  const pageSectionIds = await Promise.all(['Zero', 'Two', 'Four', 'Five'].map(project.idOf))
  expect(await project.consequence('deletePageSections', { pageSectionIds })).toMatchObject({
    message: expect.stringMatching(/^Delete 4 sections: “Zero” of “Home”, .* An undo brings them back\.$/),
    documentIds: [project.homeId],
  })
  expect(await project.run(deletePageSections, { pageSectionIds })).toMatchObject({ ok: true })
  expect(project.html(project.homeId)).toBe(before)
})

test('wrong inputs change nothing, and say what there is', async () => {
  const project = bakery()
  const before = project.html(project.homeId)
  const add = (input: object) => project.run(addSectionToPage, { pageId: 'home', sectionDefId: 'call', ...input })
  expect(await add({ sectionDefId: 'heros' })).toMatchObject({
    error: { code: 'unknown_template', path: '/sectionDefId', hint: expect.stringContaining('hero') },
  })
  expect(await add({ content: { heading: 'x', subtitle: 'y' } })).toMatchObject({
    error: { code: 'unknown_field', path: '/content', hint: expect.stringContaining('heading') },
  })
  expect(await add({ after: 'gone' })).toMatchObject({ ok: false, error: { path: '/after' } })
  const other = project.addPage(home, { title: 'About', slug: 'about' })
  const read = await project.run(getPageSections, { pageId: other })
  const foreign = (read.ok && read.data?.sections[0]?.id) || expect.fail()
  expect(await add({ after: foreign })).toMatchObject({ error: { code: 'other_page', path: '/after' } })
  expect(await project.run(deletePageSections, { pageSectionIds: [foreign], pageId: 'home' })).toMatchObject({
    error: { code: 'other_page' },
  })
  expect(await project.run(deletePageSection, { pageSectionId: 'gone' })).toMatchObject({ ok: false })
  expect(project.html(project.homeId)).toBe(before)
})

test('a page is made of sections with their content in one call, or not at all', async () => {
  const project = bakery()
  const hero = { sectionKey: 'hero', content: { heading: 'Easter', link: { label: 'Order', href: '/order' } } }
  const wrong = await project.run(createPageWithContent, {
    name: 'Easter',
    sections: [hero, { sectionKey: 'faq', content: { heading: 'Questions', no_such: 'x' } }],
  })
  expect(wrong).toMatchObject({ ok: false, error: { code: 'unknown_field', path: '/sections/1/content' } })
  expect(project.pages.size).toBe(1)
  expect(
    await project.run(createPageWithContent, { name: 'Easter', sections: [hero, { sectionKey: 'heroo' }] }),
  ).toMatchObject({ error: { code: 'unknown_template', path: '/sections/1/sectionKey' } })
  const made = await project.run(createPageWithContent, {
    name: 'Easter',
    slug: 'easter',
    meta: { description: 'Easter hours' },
    sections: [hero, { sectionKey: 'faq', content: { summary: 'When?', text: 'From 8.' } }, { sectionKey: 'quote' }],
  })
  expect(made).toMatchObject({
    ok: true,
    data: { page: { address: '/easter/' }, sections: [{ name: 'Easter' }, {}, {}], navigationSuggestion: {} },
  })
  const id = (made.ok && made.data?.page.id) || expect.fail()
  const html = project.html(id)
  expect(html.match(/<h1/g)).toHaveLength(1)
  expect(html).toContain('href="/order"')
  expect(html).toContain('<summary>When?</summary>')
  expect(html).toContain('<footer><p>Bakery</p></footer>')
  expect(html).not.toContain('Main Street')
})
