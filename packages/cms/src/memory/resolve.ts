import { editDistance } from '@atelier/operation'
import { type Entity, type EntityKind, entityKey, family } from './entity.ts'
import { type Memory, type Remembered, rankOf, type Surroundings } from './memory.ts'
import { endOfName, indexNames, readNames } from './names.ts'
import { type Phrase, readPhrases } from './phrases.ts'
import { type Clock, createDays } from './times.ts'
import { messageWords, nameWords, type Word } from './words.ts'

/** Something that a message refers to. */
export interface Reference {
  /** As the message has it. */
  phrase: string
  /** The ids of the things that are meant, or of the run that is to be undone; empty if there are candidates. */
  ids: readonly string[]
  kind: EntityKind | 'run'
  things: readonly Entity[]
  /** The two or three things that may be meant, if it is not clear which. */
  candidates?: readonly Entity[]
  reason: string
}

/** The most references of one message, and the most things that one of them means. */
const MOST_REFERENCES = 5
const MOST_MEANT = 10
const MOST_CANDIDATES = 3
/** The things at the front of the memory that a message may name. */
const MOST_NAMED = 200
/** A turn that was about one thing this much more than about another leaves no doubt. */
const CLEARLY = 1

/** A reference with the words that it is, by their index. */
export interface LocatedReference {
  from: number
  to: number
  reference: Reference
}

/** The references in a message, given the memory before it. */
export function resolveReferences(text: string, memory: Memory, around: Surroundings, clock: Clock): Reference[] {
  const seen = new Set<string>()
  const distinct = locatedReferences(text, memory, around, clock).filter(({ reference: { ids, candidates = [] } }) => {
    const key = JSON.stringify([ids, candidates.map(entityKey)])
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
  return distinct.map(({ reference }) => reference).slice(0, MOST_REFERENCES)
}

/** The same in the order of the message, each as often as it is there. */
export function locatedReferences(
  text: string,
  memory: Memory,
  around: Surroundings,
  clock: Clock,
): readonly LocatedReference[] {
  const message = messageWords(text)
  const resolver = createResolver(memory, around, clock, text, message)
  const found: LocatedReference[] = []
  const isTaken = (from: number, to: number) => found.some((each) => from < each.to && to > each.from)
  const pageId = () => found.find(({ reference }) => reference.kind === 'page')?.reference.ids[0]
  const phrases = readPhrases(message)
  // A section may be that of a page which the message names later.
  for (const phrase of phrases.toSorted((a, b) => Number(a.kind === 'section') - Number(b.kind === 'section'))) {
    const hasNoun = found.some(({ to, reference }) => to <= phrase.from && reference.kind !== 'run')
    // Within one message a reader follows its pronouns without help.
    if (phrase.way === 'pronoun' && hasNoun) continue
    const reference = resolver.resolve(phrase, pageId())
    if (reference) found.push({ from: phrase.from, to: phrase.to, reference })
  }
  for (const name of resolver.names()) if (!isTaken(name.from, name.to)) found.push(name)
  return found.sort((a, b) => a.from - b.from)
}

function createResolver(memory: Memory, around: Surroundings, clock: Clock, text: string, message: readonly Word[]) {
  const { things } = memory
  const isIn = createDays(clock)
  const phraseOf = ({ from, to }: { from: number; to: number }) =>
    text.slice(message[from]?.start ?? 0, message[to - 1]?.end ?? text.length)
  const ofKind = <Each extends Entity>(list: readonly Each[], kind: EntityKind | undefined) =>
    kind === undefined ? list : list.filter((each) => family(each.kind) === family(kind))
  const known = new Set(things.map(entityKey))
  const everything: readonly Entity[] = [
    ...things.slice(0, MOST_NAMED),
    ...around.pages.filter((each) => !known.has(entityKey(each))),
  ]

  const meant = (phrase: Phrase, ones: readonly Entity[], reason: string): Reference | undefined => {
    const [first] = ones
    return (
      first && {
        phrase: phraseOf(phrase),
        ids: ones.slice(0, MOST_MEANT).map(({ id }) => id),
        kind: first.kind,
        things: ones,
        reason,
      }
    )
  }
  const unclear = (phrase: Phrase, ones: readonly Entity[], reason: string): Reference | undefined => {
    const [first, second] = ones
    if (!first) return undefined
    if (!second) return meant(phrase, [first], reason)
    const candidates = ones.slice(0, MOST_CANDIDATES)
    return {
      phrase: phraseOf(phrase),
      ids: [],
      kind: first.kind,
      things: [],
      candidates,
      reason: `${reason}, of which there are ${ones.length}`,
    }
  }

  /** The thing that the latest turn was about most, or several if none is clearly it. */
  const salient = (kind: EntityKind | undefined): { ones: readonly Remembered[]; reason: string } => {
    const own = ofKind(things, kind)
    const [first] = own
    if (!first) return { ones: [], reason: '' }
    if (first.isOpen) return { ones: own.filter(({ isOpen }) => isOpen), reason: 'a question about it is open' }
    if (first.turn < 0) {
      const list = memory.listOf(kind)
      return { ones: list.length > 0 ? list : own, reason: 'listed last' }
    }
    const rivals = own.filter(
      (each) => each.turn === first.turn && first.weight - each.weight < CLEARLY && rankOf(each) === rankOf(first),
    )
    return { ones: rivals, reason: wayOf(first) }
  }

  const resolvePlace = (phrase: Phrase, pageId: string | undefined): Reference | undefined => {
    const { kind, place = 1 } = phrase
    const onPage = kind === 'section' && pageId !== undefined ? memory.listOf(kind, pageId) : []
    const list = onPage.length > 0 ? onPage : kind === 'section' && pageId !== undefined ? [] : memory.listOf(kind)
    const one = list.at(place > 0 ? place - 1 : place)
    if (!one) return undefined
    return meant(phrase, [one], `${place > 0 ? `number ${place}` : 'the last'} of the ${list.length} listed last`)
  }

  const resolveTime = (phrase: Phrase): Reference | undefined => {
    const { kind, time } = phrase
    if (!time) return undefined
    const own = ofKind(things, kind)
    const dated = own.filter(({ when }) => when !== undefined && isIn(when, time))
    if (dated.length > 0) return unclear(phrase, dated, 'its date')
    const touched = own.filter((each) => each.touched.some((at) => isIn(at, time)))
    const made = touched.filter(({ madeAt }) => madeAt !== undefined && isIn(madeAt, time))
    return unclear(phrase, made.length > 0 ? made : touched, made.length > 0 ? 'made then' : 'changed then')
  }

  const resolveName = (phrase: Phrase): Reference | undefined => {
    const { kind, names = [], isExact = false } = phrase
    const own = ofKind(everything, kind)
    const window = message.slice(Math.max(0, phrase.from), Math.min(message.length, phrase.to + 4))
    const whole = own.filter((each) => holdsWhole(window, each))
    if (whole.length > 0) return unclear(phrase, longest(whole), 'its name')
    let left = own
    for (const [index, word] of names.entries()) {
      const fitting = left.filter((each) => bearsWord(each, word))
      if (fitting.length > 0) left = fitting
      else if (index === 0 || isExact) return undefined
    }
    return unclear(phrase, left, 'its name')
  }

  const resolvers: Readonly<
    Record<Phrase['way'], (phrase: Phrase, pageId: string | undefined) => Reference | undefined>
  > = {
    undo: (phrase) => {
      const { lastRun } = memory
      if (!lastRun) return undefined
      const what = lastRun.what.map(({ name, id }) => `“${name || id}”`)
      const reason = `the last run that changed something: ${[...new Set(what)].slice(0, MOST_CANDIDATES).join(', ')}`
      return { phrase: phraseOf(phrase), ids: [lastRun.runId], kind: 'run', things: lastRun.what, reason }
    },
    home: (phrase) => {
      const home = around.pages.find(({ id }) => id === around.homeId)
      return home && meant(phrase, [home], 'the home page')
    },
    pronoun: (phrase) => resolveKnown(phrase),
    known: (phrase) => resolveKnown(phrase),
    place: resolvePlace,
    time: resolveTime,
    name: resolveName,
    newest: (phrase) => {
      const made = ofKind(things, phrase.kind).filter(({ madeAt }) => madeAt !== undefined)
      const latest = [...made].sort((a, b) => (b.madeAt ?? 0) - (a.madeAt ?? 0))
      return latest[0] && meant(phrase, [latest[0]], 'made last')
    },
    previous: (phrase) => {
      const [, second] = [...ofKind(things, phrase.kind)].filter(({ turn }) => turn >= 0)
      return second && meant(phrase, [second], 'before the last one')
    },
    other: (phrase) => {
      const [first] = ofKind(things, phrase.kind).filter(({ turn }) => turn >= 0)
      const list = memory.listOf(phrase.kind ?? first?.kind)
      const others = (list.length > 1 ? list : ofKind(things, phrase.kind ?? first?.kind)).filter(
        (each) => each.id !== first?.id,
      )
      return unclear(phrase, others, 'another than the last one')
    },
  }

  function resolveKnown(phrase: Phrase): Reference | undefined {
    const { ones, reason } = salient(phrase.kind)
    if (!phrase.isMany) return unclear(phrase, ones, reason)
    const several = ones.length > 1 ? ones : memory.listOf(phrase.kind)
    if (several.length < 2) return undefined
    if (phrase.isPair && several.length > 2) return unclear(phrase, several, reason)
    return meant(phrase, several, ones.length > 1 ? reason : 'listed last')
  }

  return {
    resolve: (phrase: Phrase, pageId: string | undefined) => resolvers[phrase.way](phrase, pageId),
    /** The whole names in the message, and the addresses of pages. */
    names(): LocatedReference[] {
      const named = new Map<number, { from: number; to: number; ones: Entity[] }>()
      const add = (from: number, to: number, entity: Entity) => {
        const at = named.get(from) ?? { from, to, ones: [] }
        at.ones.push(entity)
        named.set(from, at)
      }
      for (const { entity, from, to } of readNames(indexNames(everything), message)) add(from, to, entity)
      for (const [index, { text: mark }] of message.entries()) {
        const path = mark === '/' ? message[index + 1] : undefined
        const page =
          path && around.pages.find(({ slug }) => slug !== undefined && slug === slugAt(text, message, index))
        if (page) add(index, index + 2, page)
      }
      return [...named.values()].flatMap(({ from, to, ones }) => {
        const reference = unclear({ from, to, way: 'name' }, ones, 'its name')
        return reference ? [{ from, to, reference }] : []
      })
    },
  }
}

/** The path behind a slash of a message. */
function slugAt(text: string, message: readonly Word[], at: number): string {
  const behind = text.slice(message[at]?.end ?? 0)
  return /^[\p{L}\p{N}/_-]*/u.exec(behind)?.[0] ?? ''
}

/** Whether some words hold the whole name of a thing. */
function holdsWhole(words: readonly Word[], { name }: Entity): boolean {
  const wanted = nameWords(name)
  return wanted.length > 0 && words.some((_, at) => endOfName(wanted, words, at) !== undefined)
}

/** Keeps the names of most words: “Summer menu” is not “Menu”. */
function longest(entities: readonly Entity[]): readonly Entity[] {
  const most = Math.max(...entities.map(({ name }) => nameWords(name).length))
  return entities.filter(({ name }) => nameWords(name).length === most)
}

/** Shorter words have to be the same. */
const INFLECTED = 4

/** Whether a word is one of a thing's name or address: also inflected, or with a letter or two that are wrong. */
function bearsWord({ name, slug = '' }: Entity, word: string): boolean {
  return [...nameWords(name), ...nameWords(slug.replaceAll('-', ' '))].some((each) => isAlike(each, word))
}

export function isAlike(one: string, other: string): boolean {
  if (one === other) return true
  const shortest = Math.min(one.length, other.length)
  if (shortest < INFLECTED) return false
  if (one.startsWith(other) || other.startsWith(one)) return true
  const limit = shortest >= 8 ? 3 : 2
  return Math.abs(one.length - other.length) < limit && editDistance(one, other, limit) < limit
}

/** How a thing was mentioned last, as a reason. */
function wayOf({ by }: Remembered): string {
  switch (by) {
    case 'made':
      return 'made last'
    case 'changed':
      return 'changed last'
    case 'asked':
      return 'asked about last'
    case 'read':
      return 'read last'
    default:
      return 'talked about last'
  }
}
