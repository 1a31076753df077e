import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { createMemoryView, type Draft } from '@atelier/documents'
import { addCode, createSite, listPage, pageCode, type RuntimeInput } from '@atelier/site'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startRegistry } from '../../testing/fakeRegistry.ts'
import { type CodeBuilder, createCodeBuilder } from './bundle.ts'
import { createPackages } from './packages.ts'

let dataDir: string
let registry: Awaited<ReturnType<typeof startRegistry>>
let builder: CodeBuilder
let site: Draft
let pageId: string

const env = (url: string) => ({
  PATH: process.env.PATH,
  HOME: dataDir,
  npm_config_registry: url,
  npm_config_cache: join(dataDir, 'npm-cache'),
  npm_config_fetch_retries: '0',
  ATELIER_SECRET: 'the secret of the server',
})

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'atelier-code-'))
  registry = await startRegistry([
    {
      name: 'greeter',
      version: '1.2.0',
      manifest: {
        main: 'index.js',
        dependencies: { '@words/hello': '^1.0.0' },
        scripts: { install: 'echo $ATELIER_SECRET > installed.txt', postinstall: 'touch installed.txt' },
      },
      files: { 'index.js': 'const { hello } = require("@words/hello"); exports.greet = (name) => hello + ", " + name' },
    },
    { name: '@words/hello', version: '1.0.3', files: { 'index.js': 'exports.hello = "Hello"' } },
    {
      name: 'reader',
      version: '1.0.0',
      files: { 'index.js': 'export { default } from "fs"; import x from "../../../secret.js"; x' },
    },
  ])
})
afterAll(() => {
  registry.close()
  rmSync(dataDir, { recursive: true, force: true })
})
beforeEach(() => {
  builder = createCodeBuilder({ packages: createPackages({ dataDir, env: env(registry.url), maxMs: 60_000 }) })
  site = createMemoryView()
  createSite(site, { name: 'Test' })
  pageId = listPage(site, { id: 'home', title: 'Home', slug: 'index' }).id
})

const add = (path: string, content: string, runtime?: RuntimeInput) =>
  addCode(site, {
    id: path.replace(/\W/g, '-'),
    path,
    type: path.endsWith('.css') ? 'style' : 'script',
    content,
    runtime,
    now: 1,
  })
const built = () => builder.build('p1', site)
const run = (text: string, globals: Record<string, unknown> = {}) => {
  const context = createContext({ ...globals })
  runInContext(text, context)
  return context
}

describe('a script', () => {
  it('is bundled with what it imports, made small and named by its content', async () => {
    add(
      'scripts/menu.js',
      'import { twice } from "./lib/twice"\nimport { one } from "/shared/one.ts"\nglobalThis.result = twice(one)',
      { timing: 'idle' },
    )
    add('scripts/lib/twice.js', 'export const twice = (number) => number * 2\nexport const unused = "never used"', {
      enabled: false,
    })
    add('shared/one.ts', 'export const one: number = 21', { enabled: false })
    const { assets, problems } = await built()
    expect(problems).toEqual([])
    const file = assets.get('scripts-menu-js')
    expect(file?.path).toMatch(/^scripts\/menu-[0-9a-f]{10}\.js$/)
    expect(file?.text).not.toMatch(/unused|import|sourceMappingURL/)
    expect(run(file?.text ?? '', { window: {}, setTimeout: (task: () => void) => task() })).toMatchObject({
      result: 42,
    })
    expect([...assets.keys()]).toEqual(['scripts-menu-js'])
  })

  it('of the classic kind keeps its names on the page, and imports nothing', async () => {
    add('a.js', 'function openMenu() { return 1 }\nvar shared = openMenu() + 1', { format: 'classic' })
    add('b.js', 'import "./a.js"', { format: 'classic' })
    const { assets, problems } = await built()
    expect(run(assets.get('a-js')?.text ?? '')).toMatchObject({ shared: 2, openMenu: expect.anything() })
    expect(problems).toMatchObject([
      { path: 'b.js', message: expect.stringContaining('With imports its format is module') },
    ])
  })

  it.each<[what: string, content: string, message: RegExp]>([
    ['a mistake', 'const = 1', /Expected .* \(.*a\.js, line 1\)/],
    ['a script that there is not', 'import "./none.js"', /There is no script "\.\/none\.js" beside a\.js/],
    ['a style', 'import "./theme.css"', /is a style: it is loaded by its own options/],
    ['a file of the server', 'import "../../../../etc/passwd"', /There is no script/],
    ['a file of the server by its path', 'import "/etc/passwd"', /There is no script/],
    ['a file of the server by its URL', 'import "file:///etc/passwd"', /lies elsewhere/],
    ['something from elsewhere', 'import "https://evil.example/x.js"', /lies elsewhere/],
    [
      'a package that is not a dependency',
      'import "left-pad"',
      /The package "left-pad" is not a dependency of the site \(none\)/,
    ],
    ['a part of the server’s own packages', 'import "esbuild"', /is not a dependency/],
    ['what only the server has', 'import "node:fs"', /lies elsewhere/],
  ])('that asks for %s says so', async (_, content, message) => {
    add('a.js', content)
    add('theme.css', '')
    const { assets, problems } = await built()
    expect(problems).toMatchObject([{ assetId: 'a-js', path: 'a.js', message: expect.stringMatching(message) }])
    expect(assets.has('a-js')).toBe(false)
  })
})

describe('packages', () => {
  it('are installed when the first script imports one, without their scripts, and once', async () => {
    add('a.js', 'import { greet } from "greeter"\nglobalThis.said = greet("you")', { timing: 'idle' })
    site.set('dependency:greeter', '^1.0.0')
    const { assets, problems } = await built()
    expect(problems).toEqual([])
    expect(run(assets.get('a-js')?.text ?? '', { window: {}, setTimeout: (task: () => void) => task() })).toMatchObject(
      { said: 'Hello, you' },
    )
    const installed = await createPackages({ dataDir, env: env(registry.url) }).install('p1', { greeter: '^1.0.0' })
    expect(installed.ok && existsSync(join(installed.folder, 'node_modules/greeter/installed.txt'))).toBe(false)
    const count = registry.asked.length
    add('b.js', 'import { greet } from "greeter"\ngreet("me")')
    expect((await built()).problems).toEqual([])
    expect(registry.asked).toHaveLength(count)
  })

  it('that are not imported are not asked for', async () => {
    const count = registry.asked.length
    add('a.js', 'globalThis.a = 1')
    site.set('dependency:nothing-like-it', '1.0.0')
    expect((await built()).problems).toEqual([])
    expect(registry.asked).toHaveLength(count)
  })

  it.each([
    ['that there is not', { 'nothing-like-it': '1.0.0' }, /The registry has no package nothing-like-it/],
    ['of a version that there is not', { greeter: '^9.0.0' }, /The registry has no version greeter@\^9\.0\.0/],
  ])('%s are named', async (_, wanted, message) => {
    const [name = ''] = Object.keys(wanted)
    add('a.js', `import "${name}"`)
    for (const [key, version] of Object.entries(wanted)) site.set(`dependency:${key}`, version)
    expect((await built()).problems).toMatchObject([{ message: expect.stringMatching(message) }])
  })

  it('are named if the registry cannot be reached', async () => {
    const away = createPackages({ dataDir, env: env('http://127.0.0.1:9/') })
    const installed = await away.install('p2', { greeter: '1.2.0' })
    expect(installed).toMatchObject({
      ok: false,
      problem: expect.stringContaining('cannot be reached, so greeter cannot be installed'),
    })
  })

  it('read nothing beyond their folder, links resolved', async () => {
    writeFileSync(join(dataDir, 'secret.js'), 'export default "the secret"')
    add('a.js', 'import "reader"')
    site.set('dependency:reader', '1.0.0')
    const first = await built()
    expect(first.problems).toMatchObject([
      { message: expect.stringMatching(/not part of the project’s packages|cannot be found/) },
    ])
    const installed = await createPackages({ dataDir, env: env(registry.url) }).install('p1', { reader: '1.0.0' })
    if (!installed.ok) throw new Error(installed.problem)
    const linked = join(installed.folder, 'node_modules/reader/linked.js')
    symlinkSync(join(dataDir, 'secret.js'), linked)
    add('b.js', 'import secret from "reader/linked.js"\nglobalThis.secret = secret')
    const { assets, problems } = await built()
    expect(problems.map(({ path }) => path).sort()).toEqual(['a.js', 'b.js'])
    expect(JSON.stringify([...assets.values()])).not.toContain('the secret')
  })
})

it('is placed in the page as its options say', async () => {
  add('theme.css', 'b { color: red }')
  add('head.js', '1', { placement: 'head', format: 'classic', timing: 'immediate', priority: 5 })
  add('body.js', '2', { priority: 2 })
  add('first.js', '3', { priority: 1, timing: 'immediate' })
  add('late.js', '4', { format: 'classic', timing: 'dom-ready' })
  add('elsewhere.js', '5', { scope: { kind: 'pages', pageIds: ['other'] } })
  const code = pageCode(site, pageId, await built())
  const hash = '[0-9a-f]{10}'
  expect(code.head.join('\n')).toMatch(
    new RegExp(`^<link rel="stylesheet" href="/theme-${hash}\\.css">\n<script src="/head-${hash}\\.js"></script>$`),
  )
  expect(code.bodyEnd.join('\n')).toMatch(
    new RegExp(
      `^<script type="module" async src="/first-${hash}\\.js"></script>\n<script type="module" src="/body-${hash}\\.js"></script>\n<script defer src="/late-${hash}\\.js"></script>$`,
    ),
  )
  expect(code.files).toHaveLength(5)
  expect(code.csp.script).toEqual(["'self'"])
  expect(pageCode(site, 'other', { assets: new Map(), problems: [] })).toMatchObject({ head: [], bodyEnd: [], csp: {} })
})
