import fc from 'fast-check'
import { expect, test } from 'vitest'
import { growthOf, LINEAR } from '../../../../scripts/testing/growth.ts'
import { filesOfAnswer } from '../index.ts'

const page = (words: string) =>
  `<!doctype html>\n<html lang="en">\n<head><title>${words}</title></head>\n<body><main><h1>${words}</h1></main></body>\n</html>`
const css = '.card { padding: 1rem; border: 1px solid }'
const names = (answer: string) => [...(filesOfAnswer(answer, 'menu.html')?.keys() ?? [])]

test.each<[string, string, string[]]>([
  ['a fence', `Here it is:\n\n\`\`\`html\n${page('A')}\n\`\`\`\nEnjoy!`, ['menu.html']],
  [
    'a name behind the fence',
    `\`\`\`html about.html\n${page('A')}\n\`\`\`\n\`\`\`css:styles.css\n${css}\n\`\`\``,
    ['about.html', 'styles.css'],
  ],
  [
    'names in headings',
    `### 1. \`about.html\`\n\`\`\`html\n${page('A')}\n\`\`\`\n\n**blog/first.html**\n\n~~~html\n${page('B')}\n~~~`,
    ['about.html', 'blog/first.html'],
  ],
  [
    'names in comments',
    `\`\`\`html\n<!-- About.html -->\n${page('A')}\n\`\`\`\n\`\`\`css\n/* styles.css */\n${css}\n\`\`\``,
    ['about.html', 'styles.css'],
  ],
  ['a fence that is not closed', `\`\`\`html\n${page('A').slice(0, -14)}`, ['menu.html']],
  ['no fence', `Sure.\n\n${page('A')}\n\nThat is the page.`, ['menu.html']],
  ['half a document', `Sure.\n${page('A').slice(0, -30)}`, ['menu.html']],
  ['several documents', `about.html:\n${page('A')}\n\nFile: team.html\n${page('B')}`, ['about.html', 'team.html']],
  [
    'parts',
    `\`\`\`html\n<header data-block="header"><a href="/">Home</a></header>\n\`\`\`\n\`\`\`html\n<footer data-block="footer"><p>Ferment, Porto</p></footer>\n\`\`\``,
    ['_components/header.html', '_components/footer.html'],
  ],
  [
    'JSON',
    JSON.stringify({ files: { 'About.html': page('A'), styles_css: css }, summary: 'Done' }),
    ['about.html', 'styles.css'],
  ],
  ['broken JSON', `\`\`\`json\n{files: {'about.html': ${JSON.stringify(page('A'))},}}\n\`\`\``, ['about.html']],
  ['one file as JSON', JSON.stringify({ filename: 'about', content: page('A') }), ['about.html']],
  ['after thoughts', `<think>\`\`\`html\n${page('no')}\n\`\`\`</think>\n${page('A')}`, ['menu.html']],
  ['a fragment', `<main data-block="main"><section><h1>Menu</h1><p>Bread</p></section></main>`, ['menu.html']],
])('%s is read', (_name, answer, expected) => {
  expect(names(answer)).toEqual(expected)
})

test.each([
  'I cannot do that.',
  '',
  'Use `<main>` and a header in about.html.',
  '```bash\nnpm install\n```',
  '{"message": "no files"}',
  '```js\nconsole.log("hello there, this is no file")\n```',
])('nothing is in %j', (answer) => {
  expect(filesOfAnswer(answer)).toBeUndefined()
})

test('of two of a name the longer one counts, and words around a document are left out', () => {
  const files = filesOfAnswer(
    `\`\`\`html\n${page('A long title')}\n\`\`\`\nIn short:\n\`\`\`html\n${page('A')}\n\`\`\``,
  )
  expect(files?.get('index.html')).toBe(`${page('A long title')}\n`)
  expect(filesOfAnswer(`Here:\n${page('A')}\nBye.`)?.get('index.html')).toBe(`${page('A')}\n`)
  expect(filesOfAnswer(`<!-- about.html -->\n${page('A')}`)?.get('about.html')).toBe(`${page('A')}\n`)
})

test('no answer breaks it, and every name is one that a file can have', () => {
  const pieces = fc.constantFrom(
    '```html',
    '```',
    '\n',
    '<!doctype html>',
    '<html>',
    '</html>',
    '<main>',
    '{"files":',
    '{',
    '}',
    '"',
    '../x.html',
    'a.html:',
    '<!-- b.css -->',
    'word ',
    '<think>',
    '</think>',
    '~~~',
  )
  fc.assert(
    fc.property(fc.array(fc.oneof(pieces, fc.string({ maxLength: 30 })), { maxLength: 40 }), (parts) => {
      for (const [name, content] of filesOfAnswer(parts.join('')) ?? []) {
        expect(name).toMatch(/^[^/.][^\0]*\.[a-z]+$/)
        expect(content.trim().length).toBeGreaterThan(0)
      }
    }),
    { numRuns: 500 },
  )
})

test('hostile answers take time in proportion to their length', async () => {
  const hostile = [
    (n: number) => '```json\n{"a": 1,\n```\n'.repeat(n),
    (n: number) => `{"files": {${'"a": {'.repeat(n)}`,
    (n: number) => '<!doctype html> x <html>'.repeat(n),
    (n: number) => `<html>${'>\n \n'.repeat(n)}`,
    (n: number) => '<!-- a.html -->'.repeat(n),
    (n: number) => '</think>'.repeat(n),
    (n: number) => `{"files": "${'\\"'.repeat(n)}`,
    (n: number) => '`'.repeat(n),
  ]
  for (const [i, make] of hostile.entries()) {
    const prepare = (count: number) => {
      const text = make(count)
      return () => filesOfAnswer(text)
    }
    expect(await growthOf(prepare, 30_000), `${i}`).toBeLessThan(LINEAR)
  }
})
