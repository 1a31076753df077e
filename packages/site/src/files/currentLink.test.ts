import { expect, test } from 'vitest'
import { createTestProject } from '../../testing/project.ts'
import { publishSite } from '../../testing/publishSite.ts'
import { isRecord } from '../document/node.ts'

const names = ['index', 'about', 'menu']

/** A header whose current link is shown by a class on it, or by what it is written with. */
type Header = (current: string) => string

const page = (name: string, header: Header) =>
  `<!doctype html><html lang="en"><head><title>${name}</title></head><body>${header(name)}<main><h1>All about ${name}</h1></main></body></html>`

/** Writes the first page's header as the shared one, then all pages with theirs, and publishes. */
async function published(header: Header) {
  const project = createTestProject()
  for (const slug of names) project.addPage('<main><p>Old</p></main>', { title: slug, slug })
  const files = Object.fromEntries(names.map((name) => [`${name}.html`, page(name, header)]))
  await project.call('writeFiles', { files: { '_components/header.html': header('index') } })
  const written = await project.call('writeFiles', { files })
  const view = (id: string) => project.pages.get(id) ?? project.site
  const pages = [...project.pages.keys()].map((id) => ({ id, view: view(id) }))
  const { files: published } = await publishSite({ site: project.site, pages })
  const headers = names.map((name) => {
    const path = name === 'index' ? 'index.html' : `${name}/index.html`
    const text = published.find((file) => file.path === path)?.text ?? ''
    return text.match(/<header[\s\S]*?<\/header>/g) ?? []
  })
  return { written, headers, read: async (file: string) => await project.call('readFile', { file }) }
}

const links = (attributes: (name: string) => string, around: (link: string, name: string) => string = (link) => link) =>
  names
    .map((name) => around(`<a href="/${name === 'index' ? '' : `${name}/`}"${attributes(name)}>${name}</a>`, name))
    .join('')

test.each<[kind: string, header: Header, expected: Header]>([
  [
    'a class of the current one',
    (now) =>
      `<header><a href="index.html">Logo</a><nav>${links((name) => (name === now ? ' class="active"' : ''))}</nav></header>`,
    (now) =>
      `<header><a href="/">Logo</a><nav>${links((name) => (name === now ? ' class="active" aria-current="page"' : ''))}</nav></header>`,
  ],
  [
    'other classes',
    (now) =>
      `<header><nav>${links((name) => ` class="link ${name === now ? 'font-bold text-brand' : 'text-gray'}"`)}</nav></header>`,
    (now) =>
      `<header><nav>${links((name) => (name === now ? ' class="link font-bold text-brand" aria-current="page"' : ' class="link text-gray"'))}</nav></header>`,
  ],
  [
    'a class of the item around it',
    (now) =>
      `<header><ul>${links(
        () => '',
        (link, name) => `<li class="item${name === now ? ' on' : ''}">${link}</li>`,
      )}</ul></header>`,
    (now) =>
      `<header><ul>${links(
        () => '',
        (link, name) => `<li class="item${name === now ? ' on' : ''}">${link}</li>`,
      )}</ul></header>`,
  ],
])('a shared header shows the current link of each page by %s', async (_kind, header, expected) => {
  const { written, headers, read } = await published(header)
  expect(written).toMatchObject({ ok: true })
  expect(headers).toEqual(names.map((name) => [expected(name)]))
  const file = await read('_components/header.html')
  expect(file.ok && isRecord(file.data) ? file.data.content : '').toContain('data-current-class')
})

test('a header that differs in more than the current link stays the page’s own', async () => {
  const { written, headers } = await published(
    (now) => `<header><a href="/">The bakers of ${now}, in Porto since 1911</a></header>`,
  )
  expect(headers.map((each) => each.length)).toEqual([1, 2, 2])
  expect(written.ok && JSON.stringify(written.warnings)).toContain('so it shows two')
})
