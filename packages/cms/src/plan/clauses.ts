import type { EntityKind } from '../memory/entity.ts'
import { kindOf } from '../memory/vocabulary.ts'
import type { Word } from '../memory/words.ts'
import table from './planWords.json' with { type: 'json' }

const verbs = ['undo', 'rename', 'publish', 'archive', 'hide', 'delete', 'replace', 'make', 'change', 'read'] as const
/** The act that a part of a request wants. */
export type Verb = (typeof verbs)[number]

/** A part of a request with one verb. */
export interface Clause {
  verb: Verb
  from: number
  to: number
  /** The kinds of thing that it speaks of, in its order. */
  kinds: readonly EntityKind[]
  isAboutMenu: boolean
  isAboutSettings: boolean
  hasNewName: boolean
  /** It says “its …”. */
  isPossessive: boolean
}

const verbOf: ReadonlyMap<string, Verb> = new Map(
  verbs.flatMap((verb) => table.verbs[verb].map((word): [string, Verb] => [word, verb])),
)
const menuWords = new Set(table.menu)
const settingWords = new Set(table.settings)
const breaks = new Set(table.breaks)
const possessives = new Set(table.possessives)
const newNameWords = new Set(table.newName)
const CLOSING: ReadonlySet<string> = new Set(['.', ';', '!', '?', ',', ':'])
/** Words of a verb of two words may be this far apart: “take the summer menu out”. */
const APART = 8

/** The parts of a request, in its order; each has one verb. */
export function clausesOf(message: readonly Word[]): Clause[] {
  const parts: { from: number; to: number }[] = []
  let from = 0
  for (const [at, { word, text, isMark }] of message.entries()) {
    const closes = (isMark && CLOSING.has(text)) || (!isMark && breaks.has(word))
    if (!closes) continue
    if (verbIn(message, from, at) === undefined || verbIn(message, at + 1, message.length) === undefined) continue
    parts.push({ from, to: at })
    from = at + 1
  }
  parts.push({ from, to: message.length })
  return parts.flatMap((part) => {
    const verb = verbIn(message, part.from, part.to)
    return verb === undefined ? [] : [clauseOf(message, part, verb)]
  })
}

function clauseOf(message: readonly Word[], { from, to }: { from: number; to: number }, verb: Verb): Clause {
  const words = message.slice(from, to)
  const kinds = words.flatMap(({ word }) => kindOf(word)?.kind ?? [])
  return {
    verb,
    from,
    to,
    kinds: [...new Set(kinds)],
    isAboutMenu: words.some(({ word }) => menuWords.has(word)),
    isAboutSettings: words.some(({ word }) => settingWords.has(word)),
    isPossessive: words.some(({ word }) => possessives.has(word)),
    hasNewName: words.some(
      ({ word, isMark }, at) => !isMark && newNameWords.has(word) && at > 0 && at < words.length - 1,
    ),
  }
}

/** The first verb of some words. */
function verbIn(message: readonly Word[], from: number, to: number): Verb | undefined {
  for (let at = from; at < to; at += 1) {
    const word = message[at]?.word ?? ''
    const near = message.slice(at + 1, Math.min(to, at + APART)).map((each) => each.word)
    const two = near.flatMap((each) => verbOf.get(`${word} ${each}`) ?? [])
    const verb = two[0] ?? verbOf.get(word)
    if (verb !== undefined) return verb
  }
  return undefined
}
