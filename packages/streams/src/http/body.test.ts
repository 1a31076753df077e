import fc from 'fast-check'
import { expect, it } from 'vitest'
import { joinEntries, splitBody } from './body.ts'

const json = 'application/json; charset=utf-8'
const encode = (text: string) => new TextEncoder().encode(text)
const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

it('takes an array apart by one level, whatever it contains', () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue()), fc.constantFrom(undefined, 2, '\t'), (values, indent) => {
      const entries = splitBody(encode(JSON.stringify(values, null, indent)), json)
      expect(entries.map((entry) => JSON.stringify(JSON.parse(decode(entry))))).toEqual(
        values.map((value) => JSON.stringify(value)),
      )
      expect(JSON.stringify(JSON.parse(decode(joinEntries(entries, json))))).toBe(JSON.stringify(values))
    }),
  )
})

it('leaves anything else whole, and the digits as they were sent', () => {
  expect(splitBody(encode(' {"a":[1,2]} '), json).map(decode)).toEqual(['{"a":[1,2]}'])
  expect(splitBody(encode('[1.0, 12345678901234567890 ,"],["]'), json).map(decode)).toEqual([
    '1.0',
    '12345678901234567890',
    '"],["',
  ])
  expect(splitBody(encode('[1,2]'), 'text/plain').map(decode)).toEqual(['[1,2]'])
  expect(splitBody(encode('[]'), json)).toEqual([])
})

it('refuses what is not JSON', () => {
  for (const body of ['', '{', '[1,]', '1 2']) expect(() => splitBody(encode(body), json)).toThrow('not valid JSON')
  expect(() => splitBody(new Uint8Array([0xff]), json)).toThrow('not valid JSON')
})
