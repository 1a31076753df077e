import { expect, test } from 'vitest'
import { type PlanInput, planRows, type Target } from './plan.ts'
import { fieldNameOf, matchColumns, proposeModel } from './proposal.ts'

const field = (name: string): Target => ({ kind: 'field', name })
const input = (given: Partial<PlanInput>): PlanInput => ({
  table: { columns: [], rows: [] },
  model: {
    id: 'product',
    kind: 'collection',
    titleField: 'name',
    fields: [
      { name: 'name', definition: { type: 'string', required: true, max: 10 } },
      { name: 'price', definition: { type: 'decimal', min: 0 } },
      { name: 'number', definition: { type: 'string', unique: true } },
    ],
  },
  targets: [],
  status: 'draft',
  update: false,
  existing: new Set(),
  ...given,
})
const plan = (given: Partial<PlanInput>) => [...planRows(input(given))]

test('each row shows its fault, and the others continue', () => {
  const rows = plan({
    table: {
      columns: ['Name', 'Price', 'No'],
      rows: [
        ['Rye', '4.20', 'a'],
        ['A name that is long', '-1', 'b'],
        ['', 'cheap', 'c'],
        ['White', '3', 'a'],
      ],
    },
    targets: [field('name'), field('price'), field('number')],
  })
  expect(rows.map(({ action }) => action)).toEqual(['create', 'skip', 'skip', 'skip'])
  expect(rows[0]).toMatchObject({ values: { name: 'Rye', price: 4.2, number: 'a' }, problems: [], status: 'draft' })
  expect(rows[1]?.problems.map(({ column, code }) => [column, code])).toEqual([
    ['Name', 'value'],
    ['Price', 'value'],
  ])
  expect(rows[2]?.problems.map(({ column, code }) => [column, code])).toEqual([
    ['Price', 'number'],
    ['Name', 'required'],
  ])
  expect(rows[3]?.problems).toMatchObject([{ column: 'No', code: 'not_unique' }])
})

test('entries that exist are changed only where that was chosen', () => {
  const table = {
    columns: ['id', 'price'],
    rows: [
      ['rye', '5'],
      ['rye', '6'],
      ['no id', '1'],
    ],
  }
  const targets: Target[] = [{ kind: 'id' }, field('price')]
  const existing = new Set(['rye'])
  expect(plan({ table, targets, existing }).map(({ action }) => action)).toEqual(['skip', 'skip', 'skip'])
  const updating = plan({ table, targets, existing, update: true })
  expect(updating[0]).toMatchObject({ action: 'update', id: 'rye', values: { price: 5 }, problems: [] })
  expect(updating[1]?.problems).toMatchObject([{ code: 'same_id' }])
  expect(updating[2]?.problems.map(({ code }) => code)).toContain('id')
})

test('a unique value that another entry has is found, and one that the entry itself has is not', () => {
  const table = {
    columns: ['id', 'name', 'no'],
    rows: [
      ['rye', 'Rye', 'a'],
      ['new', 'New', 'a2'],
    ],
  }
  const targets: Target[] = [{ kind: 'id' }, field('name'), field('number')]
  const unique = {
    number: new Map([
      ['"a"', 'rye'],
      ['"a2"', 'other'],
    ]),
  }
  const rows = plan({ table, targets, existing: new Set(['rye']), update: true, unique })
  expect(rows.map(({ action }) => action)).toEqual(['update', 'skip'])
})

test('a column says what is published; a word that says nothing is a problem', () => {
  const rows = plan({
    table: {
      columns: ['name', 'status'],
      rows: [
        ['A', 'Published'],
        ['B', 'draft'],
        ['C', ''],
        ['D', 'soon'],
      ],
    },
    targets: [field('name'), { kind: 'status' }],
    status: 'published',
  })
  expect(rows.map(({ status, action }) => [status, action])).toEqual([
    ['published', 'create'],
    ['draft', 'create'],
    ['draft', 'create'],
    ['published', 'skip'],
  ])
})

test('a document takes its slug from its title where no column has one', () => {
  const model = { ...input({}).model, kind: 'document' as const }
  const rows = plan({ model, table: { columns: ['name'], rows: [['Işıl bir'], ['!!!']] }, targets: [field('name')] })
  expect(rows[0]).toMatchObject({ id: 'isil-bir', action: 'create' })
  expect(rows[1]?.problems).toMatchObject([{ code: 'no_id' }])
})

test('a model is proposed from the columns of a file', () => {
  const proposal = proposeModel(
    {
      columns: ['id', 'Product name', 'Price (€)', 'Status', 'Product name 2'],
      rows: [
        ['rye', 'Rye', '4.2', 'draft', 'x'],
        ['white', 'White', '3', 'published', 'y'],
      ],
    },
    'our-products.csv',
    new Set(['our-products']),
  )
  expect(proposal).toMatchObject({ id: 'our-products-2', name: 'Our products', titleField: 'product_name' })
  expect(proposal.fields.map(({ name, definition }) => [name, definition.type])).toEqual([
    ['product_name', 'string'],
    ['price', 'decimal'],
    ['product_name_2', 'string'],
  ])
  expect(proposal.targets.map(({ kind }) => kind)).toEqual(['id', 'field', 'field', 'status', 'field'])
  expect(fieldNameOf('2026 ÇOK', new Set())).toBe('cok')
  expect(fieldNameOf('!', new Set(['field']))).toBe('field_2')
})

test('columns find the fields that are named like them, each one once', () => {
  const fields = [{ name: 'name', label: 'Product name' }, { name: 'unit_price' }]
  expect(matchColumns(['product-name', 'Unit price', 'name', 'ID', 'other'], fields)).toEqual([
    field('name'),
    field('unit_price'),
    { kind: 'none' },
    { kind: 'id' },
    { kind: 'none' },
  ])
})
