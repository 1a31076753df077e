import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/server.ts'

const Problems = Type.Optional(Type.Array(Type.Object({ line: Type.Integer(), message: Type.String() })))
const Written = Type.Object({
  ok: Type.Boolean(),
  data: Type.Optional(Type.Object({ hash: Type.String(), problems: Problems })),
  warnings: Type.Optional(Type.Array(Type.String())),
  error: Type.Optional(Type.Object({ code: Type.String(), message: Type.String() })),
})
const Inspected = Type.Object({
  data: Type.Object({
    scripts: Type.Array(Type.Object({ path: Type.String(), problems: Problems })),
    styles: Type.Array(Type.Object({ path: Type.String(), problems: Problems })),
  }),
})
const Checked = Type.Object({
  data: Type.Object({
    findings: Type.Array(Type.Object({ code: Type.String(), severity: Type.String(), message: Type.String() })),
  }),
})

let server: TestServer
let projectId = ''

async function operate(name: string, input: unknown): Promise<unknown> {
  return (await server.call('POST', `/api/projects/${projectId}/operations/${name}`, { input })).body
}

const write = async (path: string, content: string, runtime?: object) =>
  Value.Parse(
    Written,
    await operate('write_code_asset', {
      path,
      type: path.endsWith('.css') ? 'style' : 'script',
      content,
      ...(runtime ? { runtime } : {}),
    }),
  )

beforeAll(async () => {
  server = await startTestServer()
  const made = await server.call('POST', '/api/projects', { name: 'Code', starter: 'blank' })
  projectId = Value.Parse(Type.Object({ id: Type.String() }), made.body).id
})
afterAll(() => server.close())

describe('a mistake in code is reported with its line', () => {
  test.each([
    ['a.js', 'const a = 1\nfunction f( {\n  return a\n}\n', 3],
    ['a.js', 'if (a) {\n  b()\n', 3],
    ['a.js', 'const list = [1, 2\nfoo()', 2],
    ['a.js', 'const x = 1\nconst x = 2', 2],
    ['a.js', 'const x = "abc\n', 1],
    ['a.js', 'function f() {\n  await g()\n}', 2],
    ['a.js', 'const view = <div>Hi</div>', 1],
    ['a.js', 'let x: number = 1', 1],
    ['a.js', "def main():\n  print('x')", 1],
    ['a.js', 'const a = 1\na = 2', 2],
    ['a.js', 'const o = { a: 1 b: 2 }', 1],
    ['a.js', 'x = “a”', 1],
    ['a.js', "import { on } from './nowhere.js'\non()", 1],
    ['a.js', "\nimport gsap from 'gsap'\ngsap()", 2],
    ['a.js', "import x from 'https://cdn.example/x.js'\nx()", 1],
    ['a.ts', 'interface A { x: }\n', 1],
    ['a.ts', 'enum E { A = }', 1],
    ['a.css', '.a {\n  color: red', 1],
    ['a.css', '.a { color: red }\n.b { colr: red }', 2],
    ['a.css', '.a { color: red }\n}\n', 2],
    ['a.css', '.a { @apply flex; }', 1],
    ['a.css', '.a {\n  color: red\n  margin: 0;\n}', 2],
  ])('%s: %j in line %i', async (path, content, line) => {
    const { ok, data } = await write(path, content)
    expect(ok).toBe(true)
    expect(data?.problems?.map((problem) => problem.line)).toEqual([line])
  })

  test('a classic script that imports', async () => {
    const { data } = await write('classic.js', "const a = 1\nimport { x } from './lib.js'\nx(a)", { format: 'classic' })
    expect(data?.problems?.[0]?.message).toMatch(/script/)
  })
})

describe('right code gets no word', () => {
  test.each([
    [
      'b.js',
      'class A { static { this.x = 1 } #p = 1; get p() { return this.#p } static async *gen() { yield 1 } }\nnew A()',
    ],
    ['b.js', "import { on } from './lib.js'\nimport * as all from '/lib.js'\non(all)\nawait import('./lib')"],
    ['b.js', 'const { a, ...rest } = b?.c ?? {}\nlet c = a\nc ||= 1\nconst n = 1_000n\nconsole.log(rest, n)'],
    ['b.js', 'const html = `<div class="x">`.concat(`<b>a</b>`)\ndocument.body.append(html)'],
    ['b.js', 'for await (const x of y) console.log(x)\nexport {}'],
    ['b.js', 'const r = /[/]\\/(?<y>\\d)/v.exec(s)\nconsole.log(r)'],
    ['b.js', "document.querySelector('.a')?.addEventListener('click', () => {})"],
    ['b.js', '// ... and so it goes\nlabel: for (;;) break label'],
    ['b.js', ''],
    ['b.js', 'export default (...args) => console.log(...args)'],
    ['b.ts', "const x = 'a' as const satisfies string\nconst f = async <T,>(v: T): Promise<T> => v\nconsole.log(x, f)"],
    [
      'b.ts',
      'abstract class B<T> { constructor(private y: T) {} abstract go(): void }\ndeclare global { interface Window { z: 1 } }\nexport { B }',
    ],
    [
      'b.ts',
      'enum E { A = 1 }\nfunction f(a: string): void\nfunction f(a: unknown) { console.log(a as unknown as E) }\nf("x")',
    ],
    ['b.css', '@layer a; .a { color: oklch(60% 0.1 20); & .b { gap: 1rem } }'],
    ['b.css', '@container (width > 10em) { .a { color: color-mix(in oklch, red, blue) } }'],
    ['b.css', '.never-on-a-page { color: var(--from-elsewhere) }'],
  ])('%s: %j', async (path, content) => {
    await write('lib.js', 'export const on = (x) => x')
    const { ok, data, warnings } = await write(path, content)
    expect([ok, data?.problems, warnings]).toEqual([true, undefined, undefined])
  })
})

test('a fence and a tag around code are left out', async () => {
  const fenced = await write('c.js', 'Here it is:\n```js\nconst a = 1\n```\n')
  expect(fenced).toMatchObject({ ok: true, warnings: ['The Markdown fence around the content was left out.'] })
  expect(fenced.data?.problems).toBeUndefined()
  expect(await operate('read_code_asset', { path: 'c.js' })).toMatchObject({ data: { content: 'const a = 1\n' } })
  const tagged = await write('c.js', '<script type="module">\nconst b = 1\n</script>')
  expect(tagged).toMatchObject({ ok: true, warnings: ['The <script> tag around the content was left out.'] })
  expect(await operate('read_code_asset', { path: 'c.js' })).toMatchObject({ data: { content: '\nconst b = 1\n' } })
})

describe('a note in the place of code is refused', () => {
  test.each([
    'const a = 1\n// ... existing code ...\n',
    'function f() {\n  // rest of the function stays the same\n}',
    '// ...\nconst a = 1',
    'const a = 1\n/* ... rest of the file ... */',
    'init()\n// (rest of code omitted for brevity)',
    'init()\n// previous implementation here',
    'init()\n...\n',
    'init()\n// keep existing handlers',
    'init()\n// everything else remains unchanged',
    'init()\n// [rest of file unchanged]',
    'init()\n// … other functions …',
  ])('%j', async (content) => {
    const { ok, error } = await write('d.js', content)
    expect([ok, error?.code]).toEqual([false, 'elided'])
  })

  test.each([
    '// the rest is handled by CSS\ninit()',
    '// Loading...\ninit()',
    '// existing sessions stay signed in\ninit()',
    'const { a, ...rest } = b\ninit(a, rest)',
    'init(\n  ...args\n)',
    '// same origin only\ninit()',
    "init('// ... existing code')",
    '// keep in sync with the menu\ninit()',
    '// previous / next buttons\ninit()',
    '// wait...\ninit()',
    '/* Other helpers */\ninit()',
  ])('but not in %j', async (content) => {
    expect((await write('d.js', content)).ok).toBe(true)
  })

  test('in a patch, unless it stood there', async () => {
    const { data } = await write('e.js', 'init()\n')
    const patch = (oldText: string, newText: string, expectedHash = data?.hash) =>
      operate('patch_code_asset', { path: 'e.js', expectedHash, replacements: [{ oldText, newText }] })
    expect(await patch('init()', '// ... existing code ...\ninit()')).toMatchObject({
      ok: false,
      error: { code: 'elided', path: '/replacements/0/newText' },
    })
    expect(await patch('init()', 'init(')).toMatchObject({ ok: true, data: { problems: [{ line: 2 }] } })
  })
})

test('inspect_code_runtime and check_page say it again until it is mended', async () => {
  const other = await server.call('POST', '/api/projects', { name: 'Repeat', starter: 'blank' })
  projectId = Value.Parse(Type.Object({ id: Type.String() }), other.body).id
  await write('broken.js', 'init(\n')
  await write('own.css', 'h1 { colr: red }')
  await write('fine.js', 'export {}')
  const { data } = Value.Parse(Inspected, await operate('inspect_code_runtime', {}))
  expect(data.scripts.map(({ path, problems }) => [path, problems?.length])).toEqual([
    ['broken.js', 1],
    ['fine.js', undefined],
  ])
  expect(data.styles[0]?.problems?.[0]?.message).toContain('Did you mean color?')
  for (const input of [{}, { all: true }]) {
    const { findings } = Value.Parse(Checked, await operate('check_page', input)).data
    const found = findings.filter(({ code }) => code === 'broken-code')
    expect(found.map(({ severity }) => severity)).toEqual(['error', 'warning'])
    expect(found[0]?.message).toContain('broken.js, line 2')
  }
  await write('broken.js', 'init()\n')
  const mended = Value.Parse(Checked, await operate('check_page', {})).data.findings
  expect(mended.filter(({ message }) => message.includes('broken.js'))).toEqual([])
})

test('code that ends the bundler is a problem of its own, and stops no other build', async () => {
  const [deep, fine] = await Promise.all([write('deep.js', '('.repeat(400_000)), write('beside.js', 'init(\n')])
  expect(deep).toMatchObject({
    ok: true,
    data: { problems: [{ line: 1, message: 'It cannot be read: it nests too deep.' }] },
  })
  expect(fine).toMatchObject({ ok: true, data: { problems: [{ line: 2 }] } })
  expect((await write('after.js', 'init(\n\n')).data?.problems).toMatchObject([{ line: 3 }])
  // The bundler fills a gigabyte of stack before it ends.
}, 120_000)
