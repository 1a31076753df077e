import { type Envelope, fail, OperationError, ok } from '@atelier/operation'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { type PictureIssue, readPicture } from '../blobs/pictures.ts'

/** The most characters of its data as JSON: beyond that no model would read it. */
const maxDataLength = 1_000_000

const Picture = Type.Object({ mimeType: Type.String(), data: Type.String() })
const Result = Type.Union([
  Type.Object({
    ok: Type.Literal(true),
    data: Type.Optional(Type.Unknown()),
    images: Type.Optional(Type.Array(Picture, { maxItems: 4 })),
    warnings: Type.Optional(Type.Array(Type.String({ maxLength: 2000 }), { maxItems: 50 })),
  }),
  // Simple clients say what went wrong as one text.
  Type.Object({ ok: Type.Literal(false), error: Type.Union([Type.String({ maxLength: 10_000 }), OperationError]) }),
])

/** A tab's answer as an envelope, or what is wrong with it. */
export function readResult(value: unknown): { result: Envelope } | { issue: PictureIssue } {
  if (!Value.Check(Result, value)) {
    return {
      issue: {
        status: 400,
        code: 'invalid_input',
        message: '/result is not a result of an operation.',
        path: '/result',
        expected: '{ ok: true, data?, images?, warnings? } or { ok: false, error }',
      },
    }
  }
  if (!value.ok) {
    return { result: typeof value.error === 'string' ? fail('failed', value.error) : { ok: false, error: value.error } }
  }
  if (JSON.stringify(value.data ?? null).length > maxDataLength) {
    return {
      issue: {
        status: 413,
        code: 'too_large',
        message: `/result/data is larger than ${maxDataLength} characters.`,
        path: '/result/data',
        expected: `at most ${maxDataLength} characters of JSON`,
      },
    }
  }
  for (const [index, image] of (value.images ?? []).entries()) {
    const read = readPicture(image, `/result/images/${index}`)
    if ('issue' in read) return read
  }
  return { result: ok(value.data, { images: value.images, warnings: value.warnings }) }
}
