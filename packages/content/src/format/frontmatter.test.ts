import { expect, it } from 'vitest'
import { frontmatterForm, refuseBody } from '../entry/frontmatterValue.ts'
import type { FieldDefinition } from '../model/definition.ts'
import { writeDocument } from './frontmatter.ts'

const definitions: Record<string, FieldDefinition> = {
  title: { type: 'string' },
  count: { type: 'integer' },
  tags: { type: 'array', items: 'string' },
}
const definition = (name: string) => definitions[name]

it.each([
  ['plain text', 'Hello world', ['f: Hello world']],
  ['a colon', 'Hello: world', ['f: "Hello: world"']],
  ['a number as text', '007', ['f: "007"']],
  ['a word that means a value', 'true', ['f: "true"']],
  ['nothing', '', ['f: ""']],
  ['spaces around', ' x ', ['f: " x "']],
  ['double quotes', 'He said "no": why?', [`f: 'He said "no": why?'`]],
  ['a backslash with a colon', 'C:\\temp', ["f: 'C:\\temp'"]],
  ['both quotes', `It's "it"`, [`f: It's "it"`]],
  ['a negative number', -2, ['f: -2']],
  ['a fraction', 1.5, ['f: 1.5']],
  ['false', false, ['f: false']],
  ['a list', ['a', 'b c'], ['f:', '  - a', '  - b c']],
  ['a list of colons', ['https://x.test'], ['f:', '  - https://x.test']],
  ['a list of digits', ['42', '007'], ['f: [42, 007]']],
  ['an empty list', [], ['f: []']],
])('writes %s as both readers of the format read it', (_, value, lines) => {
  expect(frontmatterForm('f', value)).toEqual({ lines })
})

it.each(
  [
    ...['n', 'Y', 'off', 'ON', 'yes', 'No', '~', 'NULL', 'Null', 'TRUE', 'False'],
    ...['2020-05-11', '2020-05-11T10:00:00Z', '2020-5-1 10:00', '1e3', '1E+3', '1.5e-3', '.5', '5.', '1_000', '0x1F'],
    ...['0o17', '0b11', '12:30:45', '190:20', '+12', '-.inf', '.Inf', '.NaN', '+.INF', '=', ', then'],
  ].map((text) => [text]),
)('quotes %s, which a reader of YAML takes for something else', (text) => {
  expect(frontmatterForm('f', text)).toEqual({ lines: [`f: "${text}"`] })
})

it.each([['nothing'], ['on the way'], ['2020-05'], ['1.2.3a'], ['x1'], ['No.'], ['1 000'], ['e3'], ['0xyz']])(
  'leaves %s as it is',
  (text) => {
    expect(frontmatterForm('f', text)).toEqual({ lines: [`f: ${text}`] })
  },
)

it('leaves a line that nobody edits, whatever a reader of YAML takes it for', () => {
  const text = '---\ntitle: off\ncount: 1\n---\n'
  const fields = [
    ['title', 'off'],
    ['count', 2],
  ] as const
  expect(writeDocument({ fields, body: '', definition }, text).text).toBe('---\ntitle: off\ncount: 2\n---\n')
})

it('refuses a body with a conflict of a merge, unless code shows it', () => {
  const conflict = '<<<<<<< HEAD\nOne\n=======\nTwo\n>>>>>>> theirs\n'
  expect(refuseBody(`Text\n\n${conflict}`)).toMatchObject({ problem: expect.stringContaining('conflict') })
  expect(refuseBody(`Text\n\n\`\`\`\n${conflict}\`\`\`\n`)).toBeUndefined()
  expect(refuseBody('<<<<<<< is an arrow\n\nTitle\n=======\n')).toBeUndefined()
})

it.each([
  ['several lines', 'a\nb', 'lines'],
  ['a separator of lines', 'a\u2028b', 'lines'],
  ['quotes at both ends and inside', `"it's "that""`, 'quotes'],
  ['half a character', '\ud800', 'character'],
  ['a huge number', 1e21, 'number'],
  ['a tiny number', 1e-7, 'number'],
  ['numbers in a list', [1, 2], 'other things than texts'],
  ['an empty text in a list', ['a', ''], 'list with a text'],
  ['digits beside a comma', ['42', 'a, b'], 'list with a text'],
  ['an object', { a: 1 }, 'object'],
])('refuses %s, with a hint', (_, value, says) => {
  expect(frontmatterForm('f', value)).toEqual({ problem: expect.stringContaining(says), hint: expect.any(String) })
})

it('refuses names that no line can begin with', () => {
  for (const name of ['first name', 'é', '', '-a', '__proto__'])
    expect(frontmatterForm(name, 'x').problem).toBeDefined()
})

it('refuses a body whose first indent would be lost', () => {
  expect(refuseBody('\n    code')).toMatchObject({ hint: 'Fence the code with ```.' })
  expect(refuseBody('\n\nText\n    code')).toBeUndefined()
})

const before =
  '---\n# about this page\nslug: a\ntitle:   "A"\nfirst name: Ada\ncount: 007\ntags: [x, y]\nseo:\n  title: T\n---\nBody\n\n\n'
const fields = [
  ['slug', 'a'],
  ['title', 'A'],
  ['count', 7],
  ['tags', ['x', 'y']],
] as const

it('keeps every unedited line', () => {
  expect(writeDocument({ fields, body: 'Body', definition }, before).text).toBe(before)
})

it('writes the lines of one field anew, and those of the body', () => {
  const edited = [...fields.slice(0, 3), ['tags', ['x', 'z']]] as const
  expect(writeDocument({ fields: edited, body: 'Body', definition }, before).text).toBe(
    before.replace('tags: [x, y]', 'tags:\n  - x\n  - z'),
  )
  expect(writeDocument({ fields, body: 'New', definition }, before).text).toBe(before.replace('Body\n\n\n', '\nNew\n'))
})

it('takes away the lines of a field without value, and adds those of a new one at the end', () => {
  const edited = [...fields.slice(0, 2), ['tags', ['x', 'y']], ['added', 'here']] as const
  expect(writeDocument({ fields: edited, body: 'Body', definition }, before).text).toBe(
    before.replace('count: 007\n', '').replace('  title: T\n', '  title: T\nadded: here\n'),
  )
})

it('keeps the line ends of a file', () => {
  const crlf = before.replaceAll('\n', '\r\n')
  expect(writeDocument({ fields, body: 'Body', definition }, crlf).text).toBe(crlf)
})

it('keeps the lines of a field whose new value cannot be written, and names it', () => {
  const edited = [...fields.slice(0, 1), ['title', 'a\nb'], ...fields.slice(2)] as const
  const { text, unwritable } = writeDocument({ fields: edited, body: 'Body', definition }, before)
  expect(text).toBe(before)
  expect(unwritable).toMatchObject([{ field: 'title', hint: expect.any(String) }])
})
