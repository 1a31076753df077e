import { createRests, errorMessage, validate, validationError } from '@atelier/operation'
import type { Context } from 'hono'
import type { Static, TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { exceededLimit } from './jsonLimits.ts'
import { Refusal } from './refusal.ts'

/** The most bytes that a JSON request may hold. */
export const maxBodyBytes = 8 * 1024 * 1024
/** The same if the caller is not signed in, whatever limit the route has. */
export const maxOpenBodyBytes = 64 * 1024

/**
 * The request's body as JSON; an empty body is `{}`.
 * @throws Refusal as `readJsonText`, 400 `invalid_json`, 400 `invalid_input` if a text holds the character NUL
 */
export async function readJson(context: Context, maxBytes = maxBodyBytes): Promise<unknown> {
  const text = await readJsonText(context, maxBytes)
  if (!/\S/.test(text)) return {}
  try {
    // Only a text with this escape can hold the character, and few have it: most bodies are read the fast way.
    return text.includes('\\u0000') ? JSON.parse(text, withoutNul) : JSON.parse(text)
  } catch (error) {
    if (error instanceof Refusal) throw error
    const reason = errorMessage(error)
    throw new Refusal(400, 'invalid_json', `The body is not valid JSON: ${reason.slice(0, 200)}`, {
      hint: 'Send one JSON object with Content-Type: application/json.',
    })
  }
}

/** Postgres keeps no NUL in a text, and no keyboard types it. */
function withoutNul(key: string, value: unknown): unknown {
  if (!key.includes('\u0000') && !(typeof value === 'string' && value.includes('\u0000'))) return value
  throw new Refusal(400, 'invalid_input', 'A text holds the character NUL (U+0000).', { expected: 'text without it' })
}

/**
 * The request's body, checked against `schema`.
 * @throws Refusal 413, 400 `invalid_json`, 400 `invalid_input` with path, expected and received
 */
export async function readInput<Schema extends TSchema>(
  context: Context,
  schema: Schema,
  maxBytes?: number,
): Promise<Static<Schema>> {
  return checked(schema, await readJson(context, maxBytes))
}

/** The query's parameters, checked against `schema`; every value is text. */
export function readQuery<Schema extends TSchema>(context: Context, schema: Schema): Static<Schema> {
  return checked(schema, context.req.query())
}

/**
 * The value, if it is what `schema` asks for.
 * @throws Refusal 400 `invalid_input` with path, expected and received
 */
export function checked<Schema extends TSchema>(schema: Schema, value: unknown): Static<Schema> {
  const issues = validate(schema, value)
  if (issues.length > 0) {
    const { code, message, ...extra } = validationError(issues)
    throw new Refusal(400, code, message, extra)
  }
  return Value.Parse(schema, value)
}

/**
 * The request's body as the text of a JSON value that is not too large to be built; it need not be valid.
 * @throws Refusal 413 `too_large` if it has too many bytes, fields or values, or nests too deep
 */
export async function readJsonText(context: Context, maxBytes = maxBodyBytes): Promise<string> {
  const isOpen = context.get('identity') === undefined
  const bytes = await readBytes(context.req.raw, isOpen ? Math.min(maxBytes, maxOpenBodyBytes) : maxBytes)
  const expected = await exceededLimit(bytes)
  if (expected === undefined) return bytes.toString('utf8')
  throw new Refusal(413, 'too_large', `The body holds too much: ${expected} are taken.`, {
    expected,
    hint: 'Send it in several requests.',
  })
}

/**
 * The request's body, whatever it is.
 * @throws Refusal 413 `too_large`
 */
export async function readBytes(request: Request, maxBytes: number): Promise<Buffer> {
  const declared = Number(request.headers.get('content-length') ?? 0)
  if (declared > maxBytes) throw tooLarge(maxBytes)
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size > maxBytes) throw tooLarge(maxBytes)
    chunks.push(chunk)
  }
  const whole = Buffer.allocUnsafe(size)
  const rest = createRests()
  let at = 0
  for (const chunk of chunks) {
    await rest()
    whole.set(chunk, at)
    at += chunk.byteLength
  }
  return whole
}

function tooLarge(maxBytes: number): Refusal {
  const size = maxBytes < 1024 * 1024 ? `${maxBytes / 1024} kB` : `${maxBytes / 1024 / 1024} MB`
  return new Refusal(413, 'too_large', `The body is larger than ${size}.`, { expected: `at most ${maxBytes} bytes` })
}
