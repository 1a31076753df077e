import { isJson } from '../contract/contentType.ts'
import { BadRequest } from './errors.ts'

/** The request's bytes. Throws a `BadRequest` with status 413 once they exceed `limit`, without reading on. */
export async function readBody(request: Request, limit: number): Promise<Uint8Array> {
  const tooLarge = new BadRequest(`The body is larger than ${limit} bytes.`, 413)
  if (Number(request.headers.get('Content-Length') ?? 0) > limit) throw tooLarge
  if (!request.body) return new Uint8Array()
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body) {
    size += chunk.length
    if (size > limit) throw tooLarge
    chunks.push(chunk)
  }
  return concat(chunks)
}

export function concat(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(chunks.reduce((size, chunk) => size + chunk.length, 0))
  let at = 0
  for (const chunk of chunks) {
    all.set(chunk, at)
    at += chunk.length
  }
  return all
}

/**
 * The entries of a body: in JSON mode an array is taken apart by one level, anything else is one entry. Throws
 * `BadRequest` for what is not JSON. Elements keep the text that was sent, digits and spaces included.
 */
export function splitBody(body: Uint8Array, contentType: string): Uint8Array[] {
  if (!isJson(contentType)) return body.length > 0 ? [body] : []
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(body).trim()
    JSON.parse(text)
  } catch {
    throw new BadRequest('The body is not valid JSON.')
  }
  const encoder = new TextEncoder()
  return (text.startsWith('[') ? elementsOf(text) : [text]).map((element) => encoder.encode(element))
}

/** The texts of a valid JSON array's elements. */
function elementsOf(array: string): string[] {
  const elements: string[] = []
  let depth = 0
  let start = 1
  for (let at = 0; at < array.length; at++) {
    const character = array[at]
    if (character === '"') at = endOfString(array, at)
    else if (character === '[' || character === '{') depth++
    else if (character === ']' || character === '}') depth--
    const ends = (character === ',' && depth === 1) || depth === 0
    if (!ends) continue
    const element = array.slice(start, at).trim()
    if (element !== '') elements.push(element)
    start = at + 1
  }
  return elements
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === '"') return at
  }
  return text.length
}

/** The body of a read of several entries: a JSON array, or the bytes one after the other. */
export function joinEntries(entries: readonly Uint8Array[], contentType: string): Uint8Array<ArrayBuffer> {
  if (!isJson(contentType)) return concat(entries)
  const parts: Uint8Array[] = [bytes('[')]
  for (const [index, entry] of entries.entries()) {
    if (index > 0) parts.push(bytes(','))
    parts.push(entry)
  }
  parts.push(bytes(']'))
  return concat(parts)
}

function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}
