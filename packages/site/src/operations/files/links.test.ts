import { describe, expect, test } from 'vitest'
import { createTestProject, type TestProject } from '../../../testing/project.ts'
import { isRecord } from '../../document/node.ts'
import { pages } from '../../document/pages.ts'
import { nodeAttribute, readTree } from '../../document/tree.ts'

const page = (body: string) =>
  `<!doctype html><html lang="en"><head><title>Page</title></head><body>${body}<p>${'Bread and cakes. '.repeat(5)}</p></body></html>`

/** A site with pages `index`, `about`, `blog/first` and `prices`. */
async function newSite(files: Record<string, string> = {}): Promise<TestProject> {
  const project = createTestProject()
  const named = ['index.html', 'about.html', 'blog/first.html', 'prices.html', 'über-uns.html']
  const all = Object.fromEntries(named.map((name) => [name, page(`<h1>${name}</h1>`)]))
  for (const each of [all, files]) {
    if (Object.keys(each).length === 0) continue
    expect(await project.call('writeFiles', { files: each })).toMatchObject({ ok: true, data: { success: true } })
  }
  return project
}

const warnings = async (project: TestProject, files: Record<string, string>) => {
  const result = await project.call('writeFiles', { files })
  return result.ok ? (result.warnings ?? []) : [JSON.stringify(result.error)]
}

/** The attributes of a name that the elements of a page have, as the site holds them. */
function stored(project: TestProject, slug: string, name = 'href'): string[] {
  const entry = pages(project.site).find((each) => each.slug === slug)
  const view = project.pages.get(entry?.id ?? '') ?? expect.fail()
  return [...readTree(view).walk()].flatMap((node) => nodeAttribute(node, name) ?? [])
}

async function read(project: TestProject, file: string): Promise<string> {
  const result = await project.call('readFile', { file })
  return result.ok && isRecord(result.data) ? String(result.data.content) : JSON.stringify(result)
}

describe('a link by the name of a file is the address of its page', () => {
  test.each([
    ['about.html', '/about/'],
    ['/about.html', '/about/'],
    ['./about.html', '/about/'],
    ['About.HTML', '/about/'],
    ['about/index.html', '/about/'],
    ['/about/index.html', '/about/'],
    ['./blog/first.html#top', '/blog/first/#top'],
    ['blog/first.html?a=1#top', '/blog/first/?a=1#top'],
    ['blog/first.html#x?y', '/blog/first/#x?y'],
    ['index.html', '/'],
    ['/index.html', '/'],
    ['./index.html#hours', '/#hours'],
    ['about', '/about/'],
    ['about/', '/about/'],
    ['über-uns.html', '/%C3%BCber-uns/'],
    ['%C3%BCber-uns.html', '/%C3%BCber-uns/'],
    ['later.html', '/later/'],
  ])('%s', async (written, address) => {
    const project = await newSite({ 'index.html': page(`<a href="${written}">Go</a>`) })
    expect(stored(project, 'index')).toEqual([address])
  })

  test.each([
    '/about/',
    '/about',
    '#top',
    '',
    '?a=1',
    'mailto:a@example.com',
    'https://example.com/about.html',
    '//x.example/a.html',
  ])('“%s” stays', async (written) => {
    const project = await newSite({ 'index.html': page(`<a href="${written}">Go</a>`) })
    expect(stored(project, 'index')).toEqual([written])
  })

  test('also from a folder, in forms, and in what an edit writes', async () => {
    const project = await newSite({
      'blog/second.html': page(
        '<a href="first.html">First</a><a href="../about.html">About</a><a href="prices.html">Prices</a><form action="about.html"><button formaction="../prices.html">Send</button></form><iframe src="../about.html" title="About"></iframe><iframe src="https://maps.example/x.html" title="Map"></iframe>',
      ),
    })
    expect(stored(project, 'blog/second')).toEqual(['/blog/first/', '/about/', '/prices/'])
    expect(stored(project, 'blog/second', 'action')).toEqual(['/about/'])
    expect(stored(project, 'blog/second', 'formaction')).toEqual(['/prices/'])
    expect(stored(project, 'blog/second', 'src')).toEqual(['/about/', 'https://maps.example/x.html'])
    const operation = { search: 'index.html</h1>', replace: 'Home</h1><a href="about.html">About</a>' }
    await project.call('editFiles', { edits: [{ file: 'index.html', replaceOperations: [operation] }] })
    const set = {
      file: 'index.html',
      selector: 'a[href="/about.html"]',
      action: 'setAttribute',
      attr: 'href',
      value: 'prices.html',
    }
    expect(await project.call('editBlock', set)).toMatchObject({ ok: true })
    expect(stored(project, 'index')).toEqual(['/prices/'])
  })

  test('in a shared part it leads from every page to the same', async () => {
    const project = await newSite({
      '_components/header.html': `<header><a href="index.html">Home</a><a href="about.html">About</a>${'<p>Menu of the bakery</p>'.repeat(3)}</header>`,
    })
    expect(stored(project, 'layout')).toEqual(['/', '/about/'])
  })
})

test('a file shows links as names of files, and is written as it was read without a change', async () => {
  const project = await newSite({
    'index.html': page(
      '<a href="about.html#team">About</a><a href="/">Home</a><a href="/about">Old</a><a href="gone.html">Gone</a>',
    ),
  })
  const text = await read(project, 'index.html')
  for (const link of ['/about.html#team', '/', '/about', '/gone/']) expect(text).toContain(`href="${link}"`)
  await project.call('writeFile', { filename: 'index.html', content: text })
  expect([...project.written().values()].flat()).toEqual([])
})

test('links to nothing are named in the result, once, and not those to pages of the same call', async () => {
  const project = await newSite()
  expect(
    await warnings(project, {
      'index.html': page(
        '<a href="team.html">Team</a><a href="team.html">Team</a><a href="new.html">New</a><a href="/robots.txt">x</a>',
      ),
      'new.html': page('<h1>New</h1>'),
    }),
  ).toEqual(['index.html: Nothing is at /team/ yet: write the page, or change the link.'])
  const edit = async (search: string, replace: string) => {
    const edits = [{ file: 'index.html', replaceOperations: [{ search, replace }] }]
    const result = await project.call('editFiles', { edits })
    return result.ok ? (result.warnings ?? []) : [JSON.stringify(result.error)]
  }
  expect(await edit('>New</a>', '>News</a>')).toEqual([])
  expect(await edit('>News</a>', '>News</a><a href="jobs.html">Jobs</a>')).toEqual([
    'index.html: Nothing is at /jobs/ yet: write the page, or change the link.',
  ])
})
