import { expect, test } from 'vitest'
import { createTestProject, type TestProject } from '../../../testing/project.ts'
import { pages } from '../../document/pages.ts'
import { readTree } from '../../document/tree.ts'

const filler = (words: string) => `<p>${words} ${'and so on '.repeat(6)}</p>`
const document = (body: string, head = '<title>Page</title>') =>
  `<!doctype html>\n<html lang="en">\n<head>\n${head}\n</head>\n<body>\n${body}\n</body>\n</html>\n`

async function read(project: TestProject, file: string): Promise<string> {
  const result = await project.call('readFile', { file })
  const data = result.ok && typeof result.data === 'object' && result.data !== null ? result.data : {}
  return 'content' in data && typeof data.content === 'string' ? data.content : JSON.stringify(result)
}

const write = (project: TestProject, files: unknown) => project.call('writeFiles', { files })

test('a site is written as files: a part of all pages, pages that name it, styles and a script', async () => {
  const project = createTestProject()
  const written = await write(project, {
    'index.html': document(
      `<!-- @component:header -->\n<main>${filler('Bread')}</main>`,
      '<meta charset="utf-8"><title>Bakery</title><meta name="description" content="Bread, daily."><link rel="stylesheet" href="styles.css"><script src="scripts/menu.js" defer></script>',
    ),
    'blog/first': document(`<!-- @component:header --><main>${filler('A post')}</main>`, '<title>A post</title>'),
    _components: { header: `<header><a href="/">Bakery</a>${filler('Menu')}</header>` },
    styles_css: 'main { margin: 0 }\n',
    'scripts/menu.js': 'console.log(1)\n',
    version: '1.0',
  })
  expect(written).toMatchObject({
    ok: true,
    data: {
      success: true,
      fileNames: ['_components/header.html', 'styles.css', 'scripts/menu.js', 'index.html', 'blog/first.html'],
    },
  })
  expect(written.ok && written.warnings).toEqual(['version: it says something about the files, and is none.'])
  const home = await read(project, 'index.html')
  expect(home).toContain('<title>Bakery</title>\n<meta name="description" content="Bread, daily.">')
  expect(home).toContain('<body><!-- @component:header -->')
  expect(home).toContain('src="/scripts/menu.js"')
  expect(await read(project, '_components/header.html')).toMatch(/^<header data-block="[^"]+"><a href="\/">Bakery<\/a>/)
  expect(await read(project, 'STYLES.css')).toBe('main { margin: 0 }\n')
  expect(pages(project.site).map(({ slug, kind }) => `${kind} ${slug}`)).toEqual([
    'template layout',
    'page index',
    'page blog/first',
  ])
})

test('files in a list are read, those that are none are named, and the good ones written', async () => {
  const project = createTestProject()
  const result = await write(project, [
    { filename: '"about.html"', html: document(filler('About us')) },
    { path: 'tiny.html', code: '<p>x</p>' },
    { content: 'nameless' },
  ])
  expect(result).toMatchObject({
    ok: true,
    data: {
      success: 'partial',
      fileNames: ['about.html'],
      results: [{ success: true }, { file: 'tiny.html', success: false }],
    },
    warnings: ['Entry 3: it has no name and content.'],
  })
  expect(pages(project.site).map(({ slug }) => slug)).toEqual(['about'])
})

test('a single file, a map under “files” and contents in folders are read as intended', async () => {
  const project = createTestProject()
  const files = async (given: unknown) => {
    const result = await write(project, given)
    return result.ok && typeof result.data === 'object' && result.data !== null && 'fileNames' in result.data
      ? result.data.fileNames
      : result
  }
  const page = document(filler('Bread'))
  expect(await files({ filename: 'index.html', content: page })).toEqual(['index.html'])
  expect(await files({ files: { 'about.html': page }, version: '1' })).toEqual(['about.html'])
  expect(await files({ blog: { post_html: page }, title: 'Bakery' })).toEqual(['blog/post.html'])
  expect(await files({ name: 'Bakery', 'team.html': { name: 'Team', body: page } })).toEqual(['team.html'])
})

test('a thousand comments are written and read again', async () => {
  const project = createTestProject()
  const comments = '<!-- note -->'.repeat(1_000)
  expect(await write(project, { 'index.html': `${comments}${document(`<main>${comments}</main>`)}` })).toMatchObject({
    ok: true,
  })
  expect(await read(project, 'index.html')).toContain(comments)
})

test('a file that is refused leaves nothing behind', async () => {
  const project = createTestProject()
  const before = [...project.site.keys()]
  expect(await write(project, { '_components/footer.html': `<p>One</p>${filler('Two')}` })).toMatchObject({ ok: false })
  expect([...project.site.keys()]).toEqual(before)
  expect(project.pages.size).toBe(0)
})

test('styles become rules, inline scripts files; scripts of other sites are refused and named', async () => {
  const project = createTestProject()
  const result = await write(project, {
    'index.html': document(
      `<main>${filler('Hi')}</main><script>alert(1)</script><script src="https://cdn.example/x.js"></script>`,
      '<title>Home</title><style>.hero { top: 0 }</style>',
    ),
  })
  expect(result).toMatchObject({
    ok: true,
    data: { results: [{ refused: [{ what: '<script src="https://cdn.example/x.js">' }] }] },
    warnings: [expect.stringContaining('scripts/index.js'), expect.stringContaining('1 rules')],
  })
  expect(await read(project, 'styles.css')).toBe('')
  expect(await read(project, 'index.html')).toContain('<style>\n.hero { top: 0 }\n</style>')
  expect(await read(project, 'scripts/index.js')).toBe('alert(1)\n')
  expect(await read(project, 'index.html')).toContain('<script defer src="/scripts/index.js">')
})

test('an instance of a component is a comment in the text of a page, both ways', async () => {
  const project = createTestProject()
  await write(project, {
    '_components/price-card.html': `<article>${filler('A price')}</article>`,
    'index.html': document(`<main>${filler('Prices')}<!-- @component:price-card --></main>`),
  })
  expect(await read(project, 'index.html')).toContain('<!-- @component:price-card --></main>')
  const home = pages(project.site)[0]
  const view = project.pages.get(home?.id ?? '') ?? expect.fail()
  expect([...readTree(view).walk()].map(({ tag }) => tag)).toContain('atelier-component')
  expect(await project.call('deleteFile', { file: '_components/price-card.html' })).toMatchObject({
    ok: false,
    error: { code: 'in_use', message: expect.stringContaining('index.html') },
  })
  const edited = await project.call('editBlock', {
    file: 'index.html',
    selector: 'main',
    action: 'replaceInner',
    content: filler('None'),
  })
  expect(edited).toMatchObject({ ok: true })
  expect(await project.call('deleteFile', { file: '_components/price-card.html' })).toMatchObject({
    ok: true,
    data: { remainingFiles: ['index.html', 'styles.css'] },
  })
})

test('a block keeps the name that it was written with, and is found by it', async () => {
  const project = createTestProject()
  await write(project, {
    'index.html': document(
      `<main><section data-block="hero">${filler('Bread')}</section><section>${filler('Cake')}</section></main>`,
    ),
  })
  expect(await read(project, 'index.html')).toContain('<section data-block="hero">')
  const replaced = await project.call('editBlock', {
    file: 'index.html',
    blockId: 'hero',
    action: 'replace',
    content: `<section class="new"><h1>Rolls</h1></section>`,
  })
  expect(replaced).toMatchObject({
    ok: true,
    data: { content: expect.stringContaining('<section class="new" data-block="hero"><h1>Rolls</h1></section>') },
  })
})

test('a block of a shared part is changed there, and that is said', async () => {
  const project = createTestProject()
  await write(project, {
    '_components/header.html': `<header data-block="top"><a href="/">Bakery</a>${filler('Menu')}</header>`,
    'index.html': document(`<!-- @component:header --><main>${filler('Bread')}</main>`),
  })
  const result = await project.call('editBlock', {
    file: 'index.html',
    blockId: 'top',
    action: 'addClass',
    className: 'sticky wide',
  })
  expect(result).toMatchObject({
    ok: true,
    data: {
      redirected: true,
      file: '_components/header.html',
      content: expect.stringContaining('<header class="sticky wide" data-block="top">'),
    },
  })
})

test.each<[object, string]>([
  [{ selector: 'h1', action: 'setText', value: 'A < B' }, '<h1>A &lt; B</h1>'],
  [{ selector: 'h1', action: 'setAttribute', attr: 'id', value: 'top' }, '<h1 id="top">Bread</h1>'],
  [{ selector: 'li', action: 'addClass', className: 'item' }, '<li class="item">One</li><li class="item">Two</li>'],
  [{ selector: 'ul', action: 'removeClass', className: 'list' }, '<ul><li>'],
  [{ selector: 'h1', action: 'insertAfter', content: '<p>New</p>' }, '<h1>Bread</h1><p>New</p>'],
  [{ selector: 'h1', action: 'insertBefore', content: '<p>New</p>' }, '<p>New</p><h1>Bread</h1>'],
  [{ selector: 'li:first-child', action: 'remove' }, '<ul class="list"><li>Two</li></ul>'],
])('editBlock %j', async (edit, expected) => {
  const project = createTestProject()
  project.addPage('<main><h1>Bread</h1><ul class="list"><li>One</li><li>Two</li></ul></main>')
  const result = await project.call('editBlock', { file: 'index.html', ...edit })
  expect(result).toMatchObject({ ok: true, data: { content: expect.stringContaining(expected) } })
})

test('a selector that matches several elements lists them', async () => {
  const project = createTestProject()
  project.addPage('<main><section>\n<p>One</p></section><p>Two</p></main>')
  expect(
    await project.call('editBlock', { file: 'index.html', selector: 'p', action: 'setText', value: 'x' }),
  ).toMatchObject({
    ok: false,
    error: {
      code: 'ambiguous',
      message: expect.stringMatching(/^2 elements match p: line \d+ <p> in block \w+, line \d+ <p>/),
    },
  })
})

test('an edit that fails leaves the others, and says what comes nearest', async () => {
  const project = createTestProject()
  project.addPage('<main><h1>Bread</h1><p>Baked every morning, from six.</p></main>')
  const result = await project.call('editFiles', {
    edits: [
      {
        file: 'index.html',
        replaceOperations: [
          { search: '<h1>Bread</h1>', replace: '<h1>Rolls</h1>' },
          { search: 'Baked every morning, from seven.', replace: 'x' },
        ],
      },
      { file: 'none.html', replaceOperations: [{ search: 'a', replace: 'b' }] },
    ],
  })
  expect(result).toMatchObject({
    ok: true,
    data: {
      success: 'partial',
      results: [
        {
          success: 'partial',
          appliedCount: 1,
          matchTiers: ['exact'],
          failedOperations: [{ index: 1, bestMatch: { similarity: expect.any(Number) } }],
          bestMatch: { text: expect.stringContaining('Baked every morning, from six.') },
        },
        { file: 'none.html', success: false, error: expect.stringContaining('index.html') },
      ],
    },
  })
  expect(await read(project, 'index.html')).toContain('<h1>Rolls</h1><p>Baked every morning')
})

test('the title, description and language of a file are the settings of its page', async () => {
  const project = createTestProject()
  project.addPage('<main><h1>Bread</h1></main>')
  const before = await read(project, 'index.html')
  const edited = await project.call('editFiles', {
    edits: [
      {
        file: 'index.html',
        replaceOperations: [
          {
            search: '<title>Home</title>',
            replace: '<title>Fresh bread</title>\n<meta name="description" content="Daily.">',
          },
          { search: 'lang="en"', replace: 'lang="de"' },
        ],
      },
    ],
  })
  expect(edited).toMatchObject({ ok: true })
  expect(await read(project, 'index.html')).toBe(
    before
      .replace('<title>Home</title>', '<title>Fresh bread</title>\n<meta name="description" content="Daily.">')
      .replace('lang="en"', 'lang="de"'),
  )
  expect(pages(project.site)[0]?.title).toBe('Fresh bread')
})

test('long files are read in parts', async () => {
  const project = createTestProject()
  await project.call('write_code_asset', {
    path: 'a.js',
    type: 'script',
    content: Array.from({ length: 3_000 }, (_, i) => `let a${i} = 1`).join('\n'),
  })
  expect(await project.call('readFile', { file: 'a.js' })).toMatchObject({
    data: { totalLines: 3_000, truncated: true, readRange: { startLine: 1 } },
  })
  expect(await project.call('readFile', { file: 'a.js', startLine: 2, endLine: 3 })).toMatchObject({
    data: { content: 'let a1 = 1\nlet a2 = 1', readRange: { startLine: 2, endLine: 3 } },
  })
})

test('a page in parts of all pages that leaves their comment out gets the message that they stay', async () => {
  const project = createTestProject()
  await write(project, { '_components/footer.html': `<footer>${filler('Imprint')}</footer>` })
  expect(await write(project, { 'index.html': document(filler('Bread')) })).toMatchObject({
    ok: true,
    warnings: [expect.stringContaining('<!-- @component:footer --> was not in the text and stays')],
  })
})
