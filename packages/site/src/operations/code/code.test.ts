import { describe, expect, it } from 'vitest'
import { createTestProject, type TestProject } from '../../../testing/project.ts'
import { codeHash } from '../../code/assets.ts'

const project = (): TestProject => {
  const made = createTestProject()
  made.addPage('<h1>Home</h1>')
  return made
}

async function done(answer: Promise<{ ok: boolean; data?: unknown }>): Promise<Record<string, unknown>> {
  const result = await answer
  if (!result.ok || typeof result.data !== 'object' || result.data === null) throw new Error(JSON.stringify(result))
  return { ...result.data }
}

const script = (path: string, content: string, more: object = {}) => ({ path, type: 'script', content, ...more })

describe('code assets', () => {
  it('replace a text everywhere, from the first place on, though it may overlap itself', async () => {
    const site = project()
    const made = await done(site.call('write_code_asset', script('a.js', 'f(---)\ng(----)\n')))
    const replacements = [{ oldText: '--', newText: '+', replaceAll: true }]
    const patched = await site.call('patch_code_asset', { path: 'a.js', expectedHash: made.hash, replacements })
    expect(await done(Promise.resolve(patched))).toMatchObject({ hash: await codeHash('f(+-)\ng(++)\n') })
  })

  it('are written, read back whole by their hash, patched and listed', async () => {
    const site = project()
    const made = await done(site.call('write_code_asset', script('/scripts/menu.js', 'const open = true\n')))
    expect(made).toMatchObject({
      path: 'scripts/menu.js',
      action: 'created',
      size: 18,
      hash: await codeHash('const open = true\n'),
      runtime: {
        enabled: true,
        format: 'module',
        placement: 'body-end',
        timing: 'dom-ready',
        scope: { kind: 'all-pages' },
        priority: 100,
      },
    })
    const read = await done(site.call('read_code_asset', { path: 'Scripts/Menu.js' }))
    expect(read).toMatchObject({ fileId: made.fileId, content: 'const open = true\n', hash: made.hash })
    const patch = {
      fileId: made.fileId,
      expectedHash: made.hash,
      replacements: [{ oldText: 'true', newText: 'false' }],
    }
    const patched = await done(site.call('patch_code_asset', patch))
    expect(patched).toMatchObject({ replacements: 1, hash: await codeHash('const open = false\n') })
    const loose = {
      ...patch,
      expectedHash: patched.hash,
      replacements: [{ oldText: 'const  open=false', newText: 'const open = false // closed' }],
    }
    expect(await site.call('patch_code_asset', loose)).toMatchObject({
      ok: true,
      data: { hash: await codeHash('const open = false // closed\n') },
      warnings: [expect.stringContaining('other white space')],
    })
    const again = await done(
      site.call('write_code_asset', script('scripts/menu.js', 'const open = false\n', { runtime: { timing: 'idle' } })),
    )
    expect(again).toMatchObject({ action: 'updated', fileId: made.fileId, runtime: { timing: 'idle', priority: 100 } })
    expect(await done(site.call('write_code_asset', script('scripts/menu.js', 'const open = false\n')))).toMatchObject({
      action: 'unchanged',
      runtime: { timing: 'idle' },
    })
    await done(site.call('write_code_asset', { path: 'theme.css', type: 'style', content: 'b { color: red }' }))
    expect(await done(site.call('list_code_assets', { type: 'style' }))).toMatchObject({
      assets: [{ path: 'theme.css', runtime: { enabled: true, scope: { kind: 'all-pages' }, priority: 100 } }],
    })
  })

  it('are renamed, and every import keeps its target', async () => {
    const site = project()
    await done(site.call('write_code_asset', script('scripts/menu.js', "import { on } from './lib/events'\non('x')\n")))
    await done(site.call('write_code_asset', script('scripts/lib/events.js', 'export const on = () => {}\n')))
    const main =
      "import { a } from './menu.js'\nimport '/scripts/menu.js'\nconst later = () => import('./lib/events')\n"
    await done(site.call('write_code_asset', script('scripts/main.js', main)))
    await done(
      site.call('write_code_asset', {
        path: 'styles/a.css',
        type: 'style',
        content: 'b { background: url(../media/x.png) }',
      }),
    )
    expect(await done(site.call('renameCodeAsset', { path: 'scripts/menu.js', to: '/nav/menu.mjs' }))).toMatchObject({
      path: 'nav/menu.mjs',
      updated: ['scripts/main.js'],
    })
    const text = async (path: string) => (await done(site.call('read_code_asset', { path }))).content
    expect(await text('nav/menu.mjs')).toBe("import { on } from '../scripts/lib/events'\non('x')\n")
    expect(await text('scripts/main.js')).toBe(
      "import { a } from '../nav/menu.mjs'\nimport '/nav/menu.mjs'\nconst later = () => import('./lib/events')\n",
    )
    await done(site.call('renameCodeAsset', { path: 'styles/a.css', to: 'a.css' }))
    expect(await text('a.css')).toBe('b { background: url(media/x.png) }')
    const refused = async (input: object) => {
      const answer = await site.call('renameCodeAsset', input)
      return answer.ok ? undefined : answer.error?.code
    }
    expect(await refused({ path: 'a.css', to: 'a.js' })).toBe('invalid_path')
    expect(await refused({ path: 'nav/menu.mjs', to: 'scripts/MAIN.js' })).toBe('path_taken')
    expect(await refused({ path: 'none.js', to: 'b.js' })).toBe('unknown_asset')
    expect(await done(site.call('renameCodeAsset', { path: 'a.css', to: 'A.css' }))).toMatchObject({ path: 'A.css' })
  })

  it('come in parts that are together the whole', async () => {
    const site = project()
    const content = Array.from({ length: 400 }, (_, line) => `line ${line} 😀`).join('\n')
    await done(site.call('write_code_asset', script('a.js', content)))
    let whole = ''
    for (let part: unknown = 1; part !== null; ) {
      const read = await site.call('read_code_asset', { path: 'a.js', part, maxChars: 500 })
      expect(read).toMatchObject({ ok: true, data: { hash: await codeHash(content) } })
      const { content: piece, pageInfo } = Object(read.ok && read.data)
      expect(piece.length).toBeLessThanOrEqual(500)
      expect(piece.isWellFormed()).toBe(true)
      whole += piece
      part = pageInfo.nextPart
    }
    expect(whole).toBe(content)
  })

  it('apply by scope, in the order of priority', async () => {
    const site = project()
    const { pageId } = site.addPage('<p>About</p>', { title: 'About', slug: 'about' })
    await done(site.call('write_code_asset', script('b.js', '1', { runtime: { priority: 5 } })))
    await done(site.call('write_code_asset', script('a.js', '1')))
    await done(
      site.call('write_code_asset', script('c.js', '1', { runtime: { scope: { kind: 'pages', pageIds: [pageId] } } })),
    )
    await done(site.call('write_code_asset', script('d.js', '1', { runtime: { enabled: false } })))
    expect(await done(site.call('inspect_code_runtime', {}))).toMatchObject({
      scripts: [{ path: 'b.js' }, { path: 'a.js' }],
      notApplied: [
        { path: 'c.js', why: 'its scope is other pages' },
        { path: 'd.js', why: 'it is not enabled' },
      ],
    })
    expect(await done(site.call('inspect_code_runtime', { document: { id: pageId } }))).toMatchObject({
      pageId,
      scripts: [{ path: 'b.js' }, { path: 'a.js' }, { path: 'c.js' }],
    })
  })

  it('that are deleted are gone, and their path is free', async () => {
    const site = project()
    const { fileId } = await done(site.call('write_code_asset', script('a.js', '1')))
    await done(site.call('deleteCodeAsset', { path: 'a.js' }))
    expect(await site.call('read_code_asset', { fileId })).toMatchObject({
      ok: false,
      error: { code: 'unknown_asset' },
    })
    expect(await done(site.call('write_code_asset', script('A.js', '2')))).toMatchObject({ action: 'created' })
  })
})

describe('a dependency', () => {
  it('is set, changed and removed', async () => {
    const site = project()
    expect(await done(site.call('setDependency', { name: '@splidejs/splide', version: '^4.1.0' }))).toMatchObject({
      action: 'set',
      dependencies: { '@splidejs/splide': '^4.1.0' },
    })
    expect(await done(site.call('setDependency', { name: '@splidejs/splide', version: null }))).toMatchObject({
      action: 'removed',
      dependencies: {},
    })
  })

  it.each([
    ['file:../../etc', '1.0.0'],
    ['../x', '1.0.0'],
    ['Name With Space', '1.0.0'],
    ['node_modules', '1.0.0'],
    ['a', 'file:/etc/passwd'],
    ['a', 'git+https://evil.example/x.git'],
    ['a', 'npm:other@1'],
    ['a', 'https://evil.example/x.tgz'],
    ['a', 'latest'],
    ['a', '1.0.0 --ignore-scripts=false'],
    ['a', ''],
  ])('%s of version %s is refused', async (name, version) => {
    const site = project()
    expect(await site.call('setDependency', { name, version })).toMatchObject({
      ok: false,
      error: { code: 'invalid_input' },
    })
    expect([...site.site.keys('dependency:')]).toEqual([])
  })
})

describe('a path that breaks out', () => {
  it.each([
    '../menu.js',
    'a/../../menu.js',
    'a/./b.js',
    'a//b.js',
    '.htaccess.js',
    'a/.b/c.js',
    'a\\b.js',
    'a?.js',
    'a#b.js',
    'a%2e.js',
    '"><img src=x onerror=alert(1)>.js',
    "a' onload='x.js",
    'a<b.js',
    'a\nb.js',
    'a\u0000b.js',
    'media/a.js',
    'node_modules/x/a.js',
    'con.js',
    'a/aux/b.js',
    'index.html',
    'a.js/',
    'a.css',
    'a.js ',
    'https://evil.example/a.js',
    'x'.repeat(250),
  ])('%j is refused', async (path) => {
    const site = project()
    const keys = [...site.site.keys()].length
    const answer = await site.call('write_code_asset', script(path, '1'))
    expect(answer).toMatchObject({ ok: false, error: { path: '/path' } })
    expect([...site.site.keys()]).toHaveLength(keys)
  })
})

describe('bad input leaves everything as it was, and says what to do', () => {
  const cases: [what: string, name: string, input: (hash: string) => unknown, error: object][] = [
    [
      'an unknown path',
      'read_code_asset',
      () => ({ path: 'none.js' }),
      { code: 'unknown_asset', hint: 'There are a.js, s.css.' },
    ],
    [
      'an unknown id',
      'patch_code_asset',
      (expectedHash) => ({ fileId: 'none', expectedHash, replacements: [{ oldText: 'a', newText: 'b' }] }),
      { code: 'unknown_asset', path: '/fileId' },
    ],
    ['neither id nor path', 'read_code_asset', () => ({}), { code: 'invalid_input' }],
    ['a part too far', 'read_code_asset', () => ({ path: 'a.js', part: 9 }), { code: 'invalid_input', path: '/part' }],
    [
      'a stale hash',
      'patch_code_asset',
      () => ({ path: 'a.js', expectedHash: 'old', replacements: [{ oldText: 'a', newText: 'b' }] }),
      { code: 'stale_hash', expected: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ],
    [
      'a stale hash of a whole write',
      'write_code_asset',
      () => script('a.js', 'x', { expectedHash: 'old' }),
      { code: 'stale_hash' },
    ],
    [
      'a text that stands twice',
      'patch_code_asset',
      (expectedHash) => ({ path: 'a.js', expectedHash, replacements: [{ oldText: 'let', newText: 'var' }] }),
      { code: 'ambiguous', message: expect.stringContaining('2 times'), path: '/replacements/0/oldText' },
    ],
    [
      'a text that stands nowhere',
      'patch_code_asset',
      (expectedHash) => ({
        path: 'a.js',
        expectedHash,
        replacements: [
          { oldText: 'let a = 1', newText: 'let a=3' },
          { oldText: 'let  b=4', newText: '' },
        ],
      }),
      { code: 'not_found', path: '/replacements/1/oldText', hint: 'Did you mean line 2: let b = 2' },
    ],
    ['huge content', 'write_code_asset', () => script('big.js', 'x'.repeat(1_000_001)), { code: 'too_large' }],
    ['the character NUL', 'write_code_asset', () => script('zero.js', 'a\0b'), { code: 'invalid_input' }],
    [
      'a style that runs code',
      'write_code_asset',
      () => ({ path: 'x.css', type: 'style', content: '.a {\n  width: expression(alert(1))\n}' }),
      { code: 'refused', hint: 'It is in line 2.' },
    ],
    [
      'a script where a style stands',
      'write_code_asset',
      () => ({ path: 's.css', type: 'script', content: '' }),
      { path: '/path' },
    ],
    [
      'a page that is not there',
      'write_code_asset',
      () => script('n.js', '1', { runtime: { scope: { kind: 'pages', pageIds: ['none'] } } }),
      { code: 'unknown_page' },
    ],
    [
      'an option that there is not',
      'write_code_asset',
      () => script('n.js', '1', { runtime: { defer: true } }),
      { code: 'invalid_input' },
    ],
  ]
  it.each(cases)('%s', async (_, name, input, error) => {
    const site = project()
    const { hash } = await done(site.call('write_code_asset', script('a.js', 'let a = 1\nlet b = 2\n')))
    await done(site.call('write_code_asset', { path: 's.css', type: 'style', content: '' }))
    const before = JSON.stringify([...site.site.keys()].map((key) => [key, site.site.get(key)]))
    expect(await site.call(name, input(String(hash)))).toMatchObject({ ok: false, error })
    expect(JSON.stringify([...site.site.keys()].map((key) => [key, site.site.get(key)]))).toBe(before)
  })
})
