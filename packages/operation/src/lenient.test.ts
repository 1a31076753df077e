import { Type } from 'typebox'
import { expect, it } from 'vitest'
import { growthOf, LINEAR } from '../../../scripts/testing/growth.ts'
import { normalizeInput, validate } from './index.ts'

const closed = { additionalProperties: false }
const Target = Type.Object({ type: Type.Optional(Type.String()), id: Type.String() })
const Edit = Type.Object(
  {
    nodeId: Type.String(),
    index: Type.Optional(Type.Integer({ minimum: 0 })),
    ratio: Type.Optional(Type.Number()),
    enabled: Type.Optional(Type.Boolean()),
    label: Type.Optional(Type.String()),
    /** `null` clears it. */
    title: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    hidden: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
    nodeIds: Type.Optional(Type.Array(Type.String())),
    steps: Type.Optional(Type.Union([Type.Array(Type.String()), Type.String()])),
    document: Type.Optional(Target),
    range: Type.Optional(Type.Object({ min: Type.Optional(Type.Number()), max: Type.Optional(Type.Number()) }, closed)),
    tokens: Type.Optional(Type.Array(Type.Object({ slug: Type.String(), dark: Type.Optional(Type.String()) }, closed))),
    patch: Type.Optional(Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Null()]))),
    sizes: Type.Optional(Type.Record(Type.String(), Type.Number())),
    kind: Type.Optional(Type.Enum(['all', 'some'])),
    place: Type.Optional(
      Type.Union([
        Type.Object({ kind: Type.Literal('all') }, closed),
        Type.Object({ kind: Type.Literal('pages'), count: Type.Number() }, closed),
      ]),
    ),
    anything: Type.Optional(Type.Unknown()),
  },
  closed,
)
const Wrapped = Type.Object({ input: Type.Optional(Type.Object({})), name: Type.Optional(Type.String()) }, closed)

const n = { nodeId: 'n' }

it.each<[what: string, given: unknown, read: unknown]>([
  ['null for an option', { ...n, index: null, label: null, document: null, nodeIds: null }, n],
  ['null for an option of an object within', { ...n, range: { min: null, max: 3 } }, { ...n, range: { max: 3 } }],
  [
    'null for an option of a listed object',
    { ...n, tokens: [{ slug: 'a', dark: null }] },
    { ...n, tokens: [{ slug: 'a' }] },
  ],
  ['a whole number as text', { ...n, index: '3' }, { ...n, index: 3 }],
  ['a whole number as text with a point', { ...n, index: '3.0' }, { ...n, index: 3 }],
  ['a number as text', { ...n, ratio: ' -1.25 ' }, { ...n, ratio: -1.25 }],
  ['a number as text in an object within', { ...n, range: { min: '16' } }, { ...n, range: { min: 16 } }],
  ['a number as text in a map', { ...n, sizes: { s: '12' } }, { ...n, sizes: { s: 12 } }],
  ['true as text', { ...n, enabled: 'true' }, { ...n, enabled: true }],
  ['false as Python writes it', { ...n, enabled: 'False' }, { ...n, enabled: false }],
  ['true as text beside null', { ...n, hidden: 'true' }, { ...n, hidden: true }],
  ['the whole input as JSON', '{"nodeId":"n","index":2}', { ...n, index: 2 }],
  [
    'the whole input as JSON, with commas too many',
    '{"nodeId":"n","nodeIds":["a","b",],}',
    { ...n, nodeIds: ['a', 'b'] },
  ],
  ['a list as JSON', { ...n, nodeIds: '["a", "b"]' }, { ...n, nodeIds: ['a', 'b'] }],
  ['a list as JSON with a comma too many', { ...n, nodeIds: '["a", "b",\n]' }, { ...n, nodeIds: ['a', 'b'] }],
  ['an object as JSON', { ...n, range: '{"min":"1"}' }, { ...n, range: { min: 1 } }],
  ['a map as JSON', { ...n, patch: '{"alt":"5"}' }, { ...n, patch: { alt: '5' } }],
  ['a list of objects as JSON', { ...n, tokens: '[{"Slug":"a"}]' }, { ...n, tokens: [{ slug: 'a' }] }],
  ['a listed object as JSON', { ...n, tokens: ['{"slug":"a"}'] }, { ...n, tokens: [{ slug: 'a' }] }],
  ['one of several objects as JSON', { ...n, place: '{"kind":"all"}' }, { ...n, place: { kind: 'all' } }],
  [
    'one of several objects, its number as text',
    { ...n, place: { kind: 'pages', count: '2' } },
    { ...n, place: { kind: 'pages', count: 2 } },
  ],
  ['everything under arguments', { arguments: { nodeId: 'n', index: '1' } }, { ...n, index: 1 }],
  ['everything under input', { input: n }, n],
  ['everything under input as JSON', { input: '{"nodeId":"n"}' }, n],
  ['a document as its id', { ...n, document: 'abc' }, { ...n, document: { id: 'abc' } }],
  ['a document as type and id', { ...n, document: 'page:abc' }, { ...n, document: { type: 'page', id: 'abc' } }],
  ['a document as JSON', { ...n, document: '{"id":"abc"}' }, { ...n, document: { id: 'abc' } }],
  ['fields in another case', { NodeID: 'n', node_ids: ['a'], INDEX: 1 }, { ...n, nodeIds: ['a'], index: 1 }],
  ['a field of an object within in another case', { ...n, range: { Min: 1 } }, { ...n, range: { min: 1 } }],
  ['the id of a document in another case', { ...n, document: { ID: 'abc' } }, { ...n, document: { id: 'abc' } }],
])('reads %s', (_what, given, read) => {
  const before = structuredClone(given)
  expect(normalizeInput(Edit, given)).toEqual(read)
  expect(validate(Edit, read)).toEqual([])
  expect(given).toEqual(before)
})

it.each<[what: string, given: unknown, schema?: typeof Edit | typeof Wrapped]>([
  ['null where it clears', { ...n, title: null, hidden: null }],
  ['null for what is required', { nodeId: null }],
  ['null within a map', { ...n, patch: { alt: null } }],
  ['null within a map that takes none', { ...n, sizes: { s: null } }],
  ['null within a list', { ...n, nodeIds: [null] }],
  ['null for anything', { ...n, anything: null }],
  ['the word null', { ...n, hidden: 'null', index: 'null' }],
  ['a number where a text is asked for', { nodeId: 7 }],
  ['a text of digits where a text is asked for', { nodeId: '7', label: 'true', title: '5' }],
  ['a text where both texts and numbers are taken', { ...n, patch: { width: '5', alt: 'true' } }],
  ['a length', { ...n, index: '3px' }],
  ['a fraction for a whole number', { ...n, index: '1.5' }],
  ['an empty text for a number', { ...n, index: '' }],
  ['a number of another notation', { ...n, ratio: '0x10' }],
  ['a number with a comma', { ...n, ratio: '1,5' }],
  ['a number with leading zeros', { ...n, index: '007' }],
  ['a number too long to keep', { ...n, index: '12345678901234567890' }],
  ['infinity', { ...n, ratio: 'Infinity' }],
  ['another word for a switch', { ...n, enabled: 'yes' }],
  ['a number for a switch', { ...n, enabled: 1 }],
  ['a switch for a number', { ...n, index: true }],
  ['JSON where a text is taken too', { ...n, steps: '["a","b"]' }],
  ['JSON where a text is asked for', { ...n, label: '{"a":1}' }],
  ['JSON where anything is taken', { ...n, anything: '[1]' }],
  ['one item for a list', { ...n, nodeIds: 'a' }],
  ['items in one text', { ...n, nodeIds: 'a, b' }],
  ['JSON of another kind', { ...n, nodeIds: '{"0":"a"}' }],
  ['JSON twice over', { ...n, nodeIds: '"[\\"a\\"]"' }],
  ['JSON that is broken', { ...n, nodeIds: '["a"' }],
  ['JSON with a comma in the middle too many', { ...n, nodeIds: '["a",,"b"]' }],
  ['JSON with nothing but a comma', { ...n, nodeIds: '[,]' }],
  ['JSON that is too deep', { ...n, nodeIds: '['.repeat(100_000) }],
  ['arguments beside another field', { arguments: n, nodeId: 'm' }],
  ['arguments that are not objects', { arguments: ['n'] }],
  ['another wrapper', { params: n }],
  ['input where that is a field', { input: { name: 'x' } }, Wrapped],
  ['an empty document', { ...n, document: ' ' }],
  ['a document as a number', { ...n, document: 7 }],
  ['an id where another object is asked for', { ...n, range: 'abc' }],
  ['a choice in another case', { ...n, kind: 'ALL' }],
  ['a field twice, in two cases', { ...n, NodeId: 'm' }],
  ['a field of another name', { ...n, label2: 'x' }],
  ['the keys of a map', { ...n, patch: { Title: 'x', TITLE: 'y' } }],
  ['a text', 'n'],
  ['a list', [n]],
])('leaves %s as it is', (_what, given, schema = Edit) => {
  expect(normalizeInput(schema, given)).toEqual(given)
})

it('unwraps one level only', () => {
  const issues = validate(Edit, normalizeInput(Edit, { arguments: { arguments: n } }))
  expect(issues.map(({ path }) => path)).toContain('/arguments')
})

it.each<[string, number, (count: number) => object]>([
  ['an array that does not end', 50_000, (count) => ({ nodeIds: `[[${'"a",'.repeat(count)}` })],
  ['backslashes', 500_000, (count) => ({ nodeIds: `[${'\\'.repeat(count)}` })],
  ['escaped quotes', 250_000, (count) => ({ nodeIds: `["${'\\"'.repeat(count)}` })],
  ['commas', 500_000, (count) => ({ nodeIds: `[${','.repeat(count)}` })],
  ['fields', 50_000, (count) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, null]))],
])('takes the time of one pass, whatever the text: %s', async (_what, count, fieldsOf) => {
  const prepare = (size: number) => {
    const input = { ...n, ...fieldsOf(size) }
    return () => normalizeInput(Edit, input)
  }
  expect(await growthOf(prepare, count)).toBeLessThan(LINEAR)
})
