import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createCsvReader, delimiters, findDelimiter } from './csv.ts'

function read(pieces: readonly string[], delimiter = ',') {
  const reader = createCsvReader(delimiter)
  return [...pieces.flatMap((piece) => reader.push(piece)), ...reader.end().rows]
}

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

describe('rows of separated values', () => {
  it('hold quotes, delimiters and line breaks inside of quotes', () => {
    expect(read(['a,b\r\n"one, two","say ""hi""\nthere"\r\n\r\nlast,'])).toEqual([
      ['a', 'b'],
      ['one, two', 'say "hi"\nthere'],
      ['last', ''],
    ])
    expect(read(['a 5" pipe,x\rnext,""\r'])).toEqual([
      ['a 5" pipe', 'x'],
      ['next', ''],
    ])
  })

  it('say that a quote is never closed, and keep what it began', () => {
    const reader = createCsvReader(',')
    expect(reader.push('a,"never closed\nb,c')).toEqual([])
    expect(reader.end()).toEqual({ rows: [['a', 'never closed\nb,c']], openQuote: true })
  })

  it('come back as they were written, wherever the pieces of the file are cut', () => {
    const row = fc.array(fc.string({ unit: fc.constantFrom('a', 'ş', '"', ',', ';', '\n', '\r', ' ') }), {
      minLength: 1,
      maxLength: 5,
    })
    fc.assert(
      fc.property(
        fc.array(row, { minLength: 1, maxLength: 8 }),
        fc.constantFrom(...delimiters),
        fc.constantFrom('\n', '\r\n', '\r'),
        fc.integer({ min: 1, max: 7 }),
        (rows, delimiter, lineBreak, size) => {
          const text = rows.map((fields) => fields.map(quoted).join(delimiter)).join(lineBreak) + lineBreak
          const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, at) =>
            text.slice(at * size, (at + 1) * size),
          )
          expect(read(pieces, delimiter)).toEqual(rows)
        },
      ),
    )
  })
})

it('the delimiter is the one by which all lines have as many fields', () => {
  expect(findDelimiter('name;price\nRye, dark;4,20\nWhite;3,10\n')).toBe(';')
  expect(findDelimiter('name\tprice\nRye, dark\t4\n')).toBe('\t')
  expect(findDelimiter('name,note\nRye,"a; b; c"\n')).toBe(',')
  expect(findDelimiter('name\nRye\nWhite\n')).toBe(',')
})
