import { expect, test } from 'vitest'
import { createCmsProject } from '../../testing/project.ts'
import { createPage } from './createPage.ts'
import { getPage } from './getPage.ts'
import { getPageSections } from './getPageSections.ts'
import { getSectionContent } from './getSectionContent.ts'
import { listPages } from './listPages.ts'
import { updatePage } from './updatePage.ts'
import { updateSectionContent } from './updateSectionContent.ts'

const home = `<header><nav><a href="/">Home</a><a href="/about">About</a></nav></header>
<main>
<section><h1>Bread</h1><p>Open <strong>daily</strong> from 8.</p><p><a href="/about">About us</a></p><img src="/media/a.jpg" alt="A loaf" width="8"></section>
<section><h2>Visit</h2><p>Main Street</p></section>
</main>`

function bakery() {
  const project = createCmsProject()
  const homeId = project.addPage(home)
  const aboutId = project.addPage(home, { title: 'About', slug: 'about' })
  return { ...project, homeId, aboutId }
}

async function firstSection(project: ReturnType<typeof bakery>) {
  const read = await project.run(getPageSections, { pageId: 'home', includeContent: true })
  const [section] = (read.ok && read.data?.sections) || expect.fail()
  return section ?? expect.fail()
}

test('a page is found by its id, path, address and title, and two of one title are asked about', async () => {
  const project = bakery()
  for (const slug of ['about', '/about/', '/about', 'About', ' ABOUT ', project.aboutId])
    expect(await project.run(getPage, { slug })).toMatchObject({ ok: true, data: { page: { id: project.aboutId } } })
  expect(await project.run(getPage, { slug: '/' })).toMatchObject({ data: { page: { id: project.homeId } } })
  const other = project.addPage(home, { title: 'About', slug: 'about-2' })
  expect(await project.run(getPage, { slug: 'About' })).toMatchObject({ data: { page: { id: project.aboutId } } })
  expect(await project.run(getPage, { id: other })).toMatchObject({ data: { page: { id: other } } })
  expect(await project.run(getPage, { slug: 'nowhere' })).toMatchObject({
    ok: false,
    error: { code: 'unknown_page', hint: expect.stringContaining('about') },
  })
  expect(await project.run(getPage, {})).toMatchObject({ ok: false, error: { code: 'page_missing' } })
  expect(await project.run(listPages, {})).toMatchObject({ data: { count: 3 } })
})

test('fields are written by name, keep their formatting, and leave the others alone', async () => {
  const project = bakery()
  const section = await firstSection(project)
  expect(section.name).toBe('Bread')
  const named = (kind: string, start: string) =>
    section.fields?.find((field) => field.kind === kind && field.name.startsWith(start))?.name ?? expect.fail()
  const before = project.html(project.homeId)
  const result = await project.run(updateSectionContent, {
    pageSectionId: section.id,
    content: {
      heading: 'Fresh bread',
      [named('text', 'text_')]: 'Open daily from 9.',
      link: { label: 'Who we are' },
      image: { src: '/media/b.jpg' },
    },
  })
  expect(result).toMatchObject({ ok: true, warnings: expect.arrayContaining([expect.stringContaining('no alt text')]) })
  expect(project.html(project.homeId)).toBe(
    before
      .replace('<h1>Bread', '<h1>Fresh bread')
      .replace('from 8', 'from 9')
      .replace('>About us<', '>Who we are<')
      .replace('src="/media/a.jpg" alt="A loaf" width="8"', 'src="/media/b.jpg" alt=""'),
  )
  expect(project.written().has('site')).toBe(false)
})

test('every field that is written as it was read makes no patch', async () => {
  const project = bakery()
  const section = await firstSection(project)
  const content = Object.fromEntries((section.fields ?? []).map(({ name, value }) => [name, value]))
  expect(await project.run(updateSectionContent, { pageSectionId: section.id, content })).toMatchObject({
    ok: true,
    data: { changed: [] },
  })
  expect(project.written().size).toBe(0)
})

test('one wrong field changes nothing, and the answer names those there are', async () => {
  const project = bakery()
  const section = await firstSection(project)
  const before = project.html(project.homeId)
  const write = (content: Record<string, string | null>) =>
    project.run(updateSectionContent, { pageSectionId: section.id, content })
  expect(await write({ heading: 'New', subtitle: 'x' })).toMatchObject({
    ok: false,
    error: { code: 'unknown_field', hint: expect.stringContaining('heading_') },
  })
  expect(await write({ heading: 'New', image: null })).toMatchObject({ ok: false, error: { code: 'invalid_value' } })
  expect(await write({ heading: '<script>alert(1)</script>' })).toMatchObject({ ok: false })
  expect(project.html(project.homeId)).toBe(before)
  expect(await project.run(getSectionContent, { pageSectionId: 'gone' })).toMatchObject({ ok: false })
  // A node in a section means the section; one in the frame means none.
  const link = [...project.tree(project.homeId).walk()].find(({ tag }) => tag === 'nav')?.id ?? expect.fail()
  expect(await project.run(getSectionContent, { pageSectionId: link })).toMatchObject({
    ok: false,
    error: { code: 'unknown_section' },
  })
  expect(await write({ heading: null })).toMatchObject({ ok: true })
  expect(project.html(project.homeId)).toContain('<h1></h1>')
})

test('a new page has the frame of the site, and one call says where it could go in the menu', async () => {
  const project = bakery()
  const made = await project.run(createPage, {
    name: 'Easter {page.title} & more',
    slug: 'easter',
    indexing: false,
    meta: { description: 'Easter hours' },
  })
  expect(made).toMatchObject({
    ok: true,
    data: {
      page: { slug: 'easter', address: '/easter/' },
      sections: [{ fields: [{ kind: 'text', value: expect.stringContaining('& more') }] }],
      navigationSuggestion: { href: '/easter/', location: 'header' },
    },
  })
  const id = (made.ok && made.data?.page.id) || expect.fail()
  expect(project.html(id)).toContain('<nav><a href="/">Home</a>')
  expect(project.html(id)).not.toContain('Main Street')
  expect(await project.run(getPage, { id })).toMatchObject({
    data: { page: { indexing: false, meta: { description: 'Easter hours' } } },
  })
})

test('the relative addresses in the frame of a new page lead where they did', async () => {
  const project = createCmsProject()
  const frame = '<nav><a href="./">Home</a><a href="index.html">Start</a><a href="about.html">About</a></nav>'
  project.addPage(`<header>${frame}<img src="img/logo.png" alt="Logo"></header><main><h1>Bread</h1></main>`)
  project.addPage('<main><h1>About</h1></main>', { title: 'About', slug: 'about.html' })
  const made = await project.run(createPage, { name: 'Easter' })
  const html = project.html((made.ok && made.data?.page.id) || expect.fail())
  for (const [words, href] of [
    ['Home', '../'],
    ['Start', '../index.html'],
    ['About', '../about.html'],
  ])
    expect(html).toContain(`<a href="${href}">${words}</a>`)
  expect(html).toContain('src="../img/logo.png"')
})

test('a page that moves takes the links to it along', async () => {
  const project = bakery()
  expect(await project.run(updatePage, { id: 'about', slug: 'company', meta: { title: 'Who we are' } })).toMatchObject({
    ok: true,
    data: { page: { slug: 'company', meta: { title: 'Who we are' } } },
  })
  expect(project.html(project.homeId)).toContain('<a href="/company">About us</a>')
})

test('a translation of a page is found by its locale, and a title that both have means the page itself', async () => {
  const project = bakery()
  const turkish = project.addPage(home, { title: 'About', slug: 'tr/about' })
  project.site.set(`page:${turkish}/language`, 'tr')
  project.site.set(`page:${turkish}/source`, project.aboutId)
  expect(await project.run(getPage, { slug: 'About' })).toMatchObject({ data: { page: { id: project.aboutId } } })
  expect(await project.run(getPage, { slug: 'About', locale: 'tr' })).toMatchObject({
    data: { page: { id: turkish, locale: 'tr', translationOf: project.aboutId } },
  })
  expect(await project.run(getPageSections, { pageId: turkish, locale: 'en' })).toMatchObject({
    data: { page: { id: project.aboutId } },
  })
  expect(await project.run(getPage, { slug: 'About', locale: 'fr' })).toMatchObject({
    error: { code: 'not_translated', path: '/locale', hint: expect.stringContaining('tr') },
  })
})
