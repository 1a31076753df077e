import { readBytes } from '../../http/input.ts'
import { exceededLimit } from '../../http/jsonLimits.ts'

/** The largest body of a form, in bytes, and the most inputs of one. */
const MAX_BODY = 64 * 1024
export const MAX_INPUTS = 200

export type FormBody =
  | { ok: true; type: 'json' | 'urlencoded'; sent: ReadonlyMap<string, unknown> }
  | { ok: false; status: 400 | 413 | 415; problem: string }

const bad = (status: 400 | 413 | 415, problem: string): FormBody => ({ ok: false, status, problem })

/** Reads what a browser's form or a script sends: urlencoded, or a JSON object. Files are not taken. */
export async function readFormBody(request: Request): Promise<FormBody> {
  const type = (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json' && type !== 'application/x-www-form-urlencoded')
    return bad(415, 'A form is sent as application/x-www-form-urlencoded or application/json, without files.')
  let bytes: Buffer
  try {
    bytes = await readBytes(request, MAX_BODY)
  } catch {
    return bad(413, `A form holds at most ${MAX_BODY / 1024} kB.`)
  }
  return type === 'application/json' ? fromJson(bytes) : fromBrowser(bytes.toString('utf8'))
}

function fromBrowser(text: string): FormBody {
  const sent = new Map<string, string[]>()
  let inputs = 0
  for (const [name, value] of new URLSearchParams(text)) {
    inputs += 1
    if (inputs > MAX_INPUTS) return bad(400, `A form has at most ${MAX_INPUTS} inputs.`)
    const known = sent.get(name)
    if (known) known.push(value)
    else sent.set(name, [value])
  }
  return { ok: true, type: 'urlencoded', sent }
}

async function fromJson(bytes: Buffer): Promise<FormBody> {
  if (await exceededLimit(bytes)) return bad(400, 'The body holds too much.')
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'))
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return bad(400, 'A form is sent as an object.')
    const inputs = Object.entries(value)
    return inputs.length > MAX_INPUTS
      ? bad(400, `A form has at most ${MAX_INPUTS} inputs.`)
      : { ok: true, type: 'json', sent: new Map(inputs) }
  } catch {
    return bad(400, 'The body is no JSON.')
  }
}
