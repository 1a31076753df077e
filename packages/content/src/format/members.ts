import type { Json } from '@atelier/documents'
import type { Steps } from '@atelier/operation'
import { isRecord, recordOf } from '../model/json.ts'

type Members = Readonly<Record<string, Json>>

/** Characters that one step parses, roughly. */
const STEP = 16_384

/** Where a member of the outermost object ends in the canonical form. No text of JSON holds a line end as it is. */
const END = '\n  },\n'

/**
 * The members of a JSON file that holds an object; undefined if it holds none or cannot be read. A file in the canonical
 * form is parsed step by step, since one of ten thousand entries takes long; any other one at once.
 */
export function* readMembers(text: string | undefined): Steps<Members | undefined> {
  if (text === undefined) return undefined
  const members: [string, Json][] = []
  let from = 0
  for (let end = text.indexOf(END, STEP); end >= 0; end = text.indexOf(END, from + STEP)) {
    // Braces are in balance only where it is a member of the outermost object that ends.
    const some = parsed(`${from === 0 ? '' : '{'}${text.slice(from, end)}\n  }}`)
    if (!some) return parsed(text)
    members.push(...Object.entries(some))
    from = end + END.length
    yield
  }
  if (from === 0) return parsed(text)
  const last = parsed(`{${text.slice(from)}`)
  return last ? recordOf([...members, ...Object.entries(last)]) : parsed(text)
}

function parsed(text: string): Members | undefined {
  try {
    const value: Json = JSON.parse(text)
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}
