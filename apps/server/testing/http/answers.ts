import { isDeepStrictEqual } from 'node:util'
import { ErrorBody, type Route, statusesOf } from '@atelier/api'
import { routes } from '@atelier/api/contract'
import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'

/**
 * Checks that an answer is the one that the contract declares for its route: the status, every field, and no field more.
 * Returns the answer; lines of NDJSON are checked when they are read.
 * @throws Error that says what is different
 */
export async function checkAnswer(method: string, url: string, answer: Response): Promise<Response> {
  const { pathname } = new URL(url)
  const route = routes.find((each) => each.method === method && matches(each.path, pathname))
  if (!route || route.protocol || method === 'HEAD') return answer
  const at = `${method} ${route.path}`
  const type = answer.headers.get('content-type') ?? ''
  const isJson = type.startsWith('application/json')
  if (answer.status >= 400 && !statusesOf(route).includes(answer.status)) {
    if (isJson) check(at, ErrorBody, await answer.clone().json())
    return answer
  }
  if (isFileStatus(route, answer.status)) return answer
  if (!statusesOf(route).includes(answer.status))
    throw new Error(`${at} answered ${answer.status}, which is not declared`)
  if (type.startsWith('application/x-ndjson') && route.lines) return withCheckedLines(at, route.lines, answer)
  if (isJson && route.response) check(at, route.response, await answer.clone().json())
  else if (answer.status !== 204 && !route.bytes) throw new Error(`${at} answered ${type}, which is not declared`)
  return answer
}

function withCheckedLines(at: string, schema: TSchema, answer: Response): Response {
  let rest = ''
  const decoder = new TextDecoder()
  const checked = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) check(at, schema, JSON.parse(line))
      controller.enqueue(chunk)
    },
  })
  return new Response(answer.body?.pipeThrough(checked) ?? null, answer)
}

/** Files are also sent in parts, and what has a tag not at all when the caller has it. */
function isFileStatus(route: Route, status: number): boolean {
  return (route.bytes !== undefined && [206, 304].includes(status)) || (route.hasTag === true && status === 304)
}

function check(at: string, schema: TSchema, value: unknown): void {
  const [error] = Value.Errors(schema, value)
  if (error) throw new Error(`${at}: ${error.instancePath} ${error.message} in ${JSON.stringify(value).slice(0, 2000)}`)
  const declared = Value.Clean(schema, structuredClone(value))
  if (isDeepStrictEqual(declared, value)) return
  throw new Error(`${at} answers fields that are not declared: ${undeclared(declared, value).join(', ')}`)
}

/** The paths of the fields of `value` that `declared` lacks. */
function undeclared(declared: unknown, value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null || typeof declared !== 'object' || declared === null) return []
  const known = new Map(Object.entries(declared))
  return Object.entries(value).flatMap(([key, inner]) =>
    known.has(key) ? undeclared(known.get(key), inner, `${path}/${key}`) : [`${path}/${key}`],
  )
}

function matches(pattern: string, path: string): boolean {
  const given = path.split('/')
  const expected = pattern.split('/')
  if (expected.at(-1) === '*' ? given.length < expected.length : given.length !== expected.length) return false
  return expected.every((segment, index) => segment === '*' || segment.startsWith(':') || segment === given[index])
}
