import { expect, it } from 'vitest'
import { createObjectEnd, parseToolArguments } from './toolArguments.ts'

it('reads nothing at all as no arguments', () => {
  expect(parseToolArguments('')).toEqual({ ok: true, input: {} })
  expect(parseToolArguments(' \n')).toEqual({ ok: true, input: {} })
})

it('reads an object that was written as a text, and one with a comma too many', () => {
  expect(parseToolArguments('{"a":[1,],}')).toEqual({ ok: true, input: { a: [1] } })
  expect(parseToolArguments(JSON.stringify('{"a":"b, ]"}'))).toEqual({ ok: true, input: { a: 'b, ]' } })
  expect(parseToolArguments('{"a":1,,}')).toMatchObject({ ok: false })
})

it('reads an object, and returns the reason for anything else', () => {
  expect(parseToolArguments('{"a":[1]}')).toEqual({ ok: true, input: { a: [1] } })
  expect(parseToolArguments('{"a":')).toMatchObject({ ok: false, reason: expect.stringContaining('not valid JSON') })
  for (const json of ['[]', '1', 'null', '"x"'])
    expect(parseToolArguments(json)).toMatchObject({ ok: false, reason: expect.stringContaining('JSON object') })
})

it('tells when a growing object has come to its end', () => {
  const json = '{"a":[{"b":"}\\"]"}],"c":"\\\\"}'
  const end = createObjectEnd()
  for (let length = 0; length <= json.length; length++)
    expect(end.reached(json.slice(0, length))).toBe(length === json.length)
})
