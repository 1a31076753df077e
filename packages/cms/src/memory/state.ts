import { clean } from '@atelier/operation'
import type { Entity } from './entity.ts'
import type { Memory, Remembered } from './memory.ts'
import type { Reference } from './resolve.ts'

/** The longest name and id of the state, in characters. */
const NAME = 48
const ID = 64
/** The most characters of both lines: about 400 tokens, also where letters are several tokens each. */
const MOST_CHARACTERS = 1_150
/** The most of them that references take. */
const MOST_OF_REFERENCES = 550
const MOST_THINGS = 12

/** The memory as two lines of the scope's state: what the conversation is about, and what the last message refers to. */
export function memoryLines(memory: Memory, references: readonly Reference[]): [string, string] {
  const meant = joined(references.map(referenceText), MOST_OF_REFERENCES)
  const things = joined(memory.things.slice(0, MOST_THINGS).map(thingText), MOST_CHARACTERS - meant.length)
  return [`Talked about, the likeliest first: [${things}]`, `References in the last message: [${meant}]`]
}

/** As many texts as fit. */
function joined(texts: readonly string[], most: number): string {
  let line = ''
  for (const text of texts) {
    const next = line === '' ? text : `${line}; ${text}`
    if (next.length > most) break
    line = next
  }
  return line
}

function thingText(thing: Remembered): string {
  const { by, isOpen, where } = thing
  const how = isOpen ? 'question open' : by === 'said' || by === 'holder' ? '' : by
  return [named(thing), where === undefined ? '' : `on ${shortId(where)}`, how].filter((part) => part !== '').join(' ')
}

function referenceText({ phrase, ids, kind, things, candidates, reason }: Reference): string {
  const said = inQuotes(phrase)
  const why = clean(reason, 2 * NAME)
  if (candidates) return `${said} is not clear, ask which: ${candidates.map(named).join(' or ')} (${why})`
  const what = kind === 'run' ? `run ${ids.map(shortId).join(', ')}` : things.slice(0, 5).map(named).join(' and ')
  return `${said} is ${what} (${why})`
}

const named = ({ kind, id, name }: Entity): string =>
  name === '' || name === id ? `${kind} ${shortId(id)}` : `${kind} ${shortId(id)}=${inQuotes(name)}`

const inQuotes = (text: string) => JSON.stringify(clean(text, NAME))
const shortId = (id: string) => clean(id, ID)
