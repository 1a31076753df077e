import { expect, test } from 'vitest'
import { MAX_BYTES, readTable } from './table.ts'

const file = (name: string, ...parts: BlobPart[]) => new File(parts, name)

test('a file of separated values is read with the encoding and delimiter that it has', async () => {
  const text = 'isim;not\nIşıl;"iki\nsatır"\n\nAli;\n'
  const utf16 = new Uint8Array(new Uint16Array([...`\uFEFF${text}`].map((sign) => sign.charCodeAt(0))).buffer)
  for (const [bytes, encoding] of [
    [new TextEncoder().encode(text), 'utf-8'],
    [new TextEncoder().encode(`\uFEFF${text}`), 'utf-8'],
    [utf16, 'utf-16le'],
  ] as const)
    expect(await readTable(file('a.csv', bytes))).toEqual({
      ok: true,
      table: {
        columns: ['isim', 'not'],
        rows: [
          ['Işıl', 'iki\nsatır'],
          ['Ali', ''],
        ],
        format: 'csv',
        encoding,
        delimiter: ';',
      },
    })
})

test('columns without a name, with the same one or beyond the head have one of their own', async () => {
  const outcome = await readTable(file('a.csv', 'name,,name\n1,2,3,4\n'))
  expect(outcome.ok && outcome.table.columns).toEqual(['name', 'Column 2', 'name 2', 'Column 4'])
})

test('JSON is a list of objects, the list inside of one, or objects by id', async () => {
  const rows = async (value: unknown) => {
    const outcome = await readTable(file('a.json', JSON.stringify(value)))
    return outcome.ok ? [outcome.table.columns, ...outcome.table.rows] : outcome.problem.code
  }
  expect(await rows([{ a: 1 }, { b: 'x' }])).toEqual([
    ['a', 'b'],
    [1, undefined],
    [undefined, 'x'],
  ])
  expect(await rows({ total: 1, items: [{ a: [1] }] })).toEqual([['a'], [[1]]])
  expect(await rows({ one: { a: 1 } })).toEqual([
    ['id', 'a'],
    ['one', 1],
  ])
  expect(await rows([1, 2])).toBe('no_rows')
  expect(await rows([])).toBe('no_rows')
  expect(await readTable(file('a.json', '[{'))).toMatchObject({ ok: false, problem: { code: 'no_json' } })
})

test('what is too large is refused before it is read, and too many rows as soon as they are counted', async () => {
  const huge = { ...file('a.csv', 'a\n1\n'), name: 'a.csv', size: 100 * 1024 * 1024, slice: never, stream: never }
  expect(await readTable(huge)).toEqual({ ok: false, problem: { code: 'too_large', bytes: huge.size } })
  let pulled = 0
  const line = new TextEncoder().encode('x,y\n'.repeat(10_000))
  const endless = {
    name: 'a.csv',
    size: MAX_BYTES,
    slice: () => new Blob([line]),
    stream: () =>
      new ReadableStream<Uint8Array<ArrayBuffer>>({
        pull(controller) {
          pulled += 1
          controller.enqueue(line)
        },
      }),
  }
  expect(await readTable(endless)).toEqual({ ok: false, problem: { code: 'too_many_rows' } })
  expect(pulled).toBeLessThan(6)
  expect(await readTable(file('a.csv'))).toMatchObject({ problem: { code: 'empty' } })
  expect(await readTable(file('a.csv', 'only,a,head\n'))).toMatchObject({ problem: { code: 'no_rows' } })
})

function never(): never {
  throw new Error('The file is read')
}
