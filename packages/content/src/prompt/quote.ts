import type { Json } from '@atelier/documents'
import { clean } from '@atelier/operation'
import { isList, isRecord, recordOf } from '../model/json.ts'

/** A person's text, for a prompt: quoted, on one line, cut, and unable to close the block around it. */
export const quote = (text: string, length = 80): string => JSON.stringify(clean(text, length))

/** The characters of names. Any other text in the place of a name is quoted. */
const PLAIN = /^[\p{L}\p{M}\p{N}._/:-]*$/u

/** The name or the id of something, which tells the model nothing but itself. */
export function nameText(text: string, length = 80): string {
  const line = clean(text, length)
  return text.length <= length && line === text && PLAIN.test(line) ? line : JSON.stringify(line)
}

/** Names with commas between, as many as `length` characters hold; how many more there are is said. */
export function nameList(names: readonly string[], length: number): string {
  const shown: string[] = []
  let used = 0
  for (const each of names) {
    const text = nameText(each)
    used += text.length + 2
    if (used > length) break
    shown.push(text)
  }
  const more = names.length - shown.length
  return [...shown, ...(more > 0 ? [`and ${more} more`] : [])].join(', ')
}

/** How deep a value is shown. */
const MAX_DEPTH = 6
/** Characters of the name of a member. */
const MAX_MEMBER = 40

/** A value that a person wrote, in the same way: whole JSON of about `length` characters, what is beyond them left out. */
export const quoteValue = (value: Json, length = 200): string => JSON.stringify(fitted(value, { left: length }, 0))

function fitted(value: Json, room: { left: number }, depth: number): Json {
  const isFull = () => room.left <= 0 || depth === MAX_DEPTH
  if (typeof value === 'string') {
    const text = clean(value, Math.max(1, room.left))
    room.left -= text.length + 3
    return text
  }
  if (isList(value)) {
    const shown: Json[] = []
    for (const each of value) {
      if (isFull()) return [...shown, '…']
      shown.push(fitted(each, room, depth + 1))
    }
    return shown
  }
  room.left -= 6
  if (!isRecord(value)) return value
  const shown: [string, Json][] = []
  for (const [name, member] of Object.entries(value)) {
    if (isFull()) return recordOf([...shown, ['…', true]])
    const short = clean(name, MAX_MEMBER)
    room.left -= short.length + 4
    shown.push([short, fitted(member, room, depth + 1)])
  }
  return recordOf(shown)
}
