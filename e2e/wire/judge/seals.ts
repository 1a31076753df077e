/** One seal that was issued: over which text, in which answer, at which place among that answer's seals. */
export interface Seal {
  kind: 'thinking' | 'redacted_thinking' | 'reasoning'
  text: string
  answer: number
  place: number
  /** The item that it seals, where the wire names items. */
  itemId?: string
}

/** One answer as it is being written. */
export interface IssuedAnswer {
  id(prefix: string): string
  /** An item that must follow the reasoning issued before it in the same answer. */
  item(prefix: string): string
  seal(kind: Seal['kind'], text: string, itemId?: string): string
  /** Remembers a text that the answer says, or an id that it gave a call. */
  says(words: string): void
  done(stopReason: string): void
}

/** A provider's record of its own answers: signatures and encrypted items that no other host can make. */
export interface Seals {
  begin(): IssuedAnswer
  find(seal: string): Seal | undefined
  /** The seals of an answer, in their order. */
  ofAnswer(answer: number): string[]
  /** The reasoning item that stood directly before this item when it was issued. */
  reasoningBefore(itemId: string): string | undefined
  /** The item that directly followed this reasoning item. */
  itemAfter(reasoningId: string): string | undefined
  /** Did this answer say it? Any of them, where no answer is named. */
  said(words: string, answer?: number): boolean
  /** Did an answer before this one say it? */
  saidBefore(words: string, answer: number): boolean
  /** How many answers there are so far. */
  answers(): number
  /** Why the latest answer ended. */
  lastStop(): string | undefined
}

/** @param salt tells the ids and seals of two providers apart */
export function createSeals(salt: string): Seals {
  const seals = new Map<string, Seal>()
  const before = new Map<string, string>()
  const after = new Map<string, string>()
  const said = new Map<number, Set<string>>()
  let answers = 0
  let counter = 0
  let lastStop: string | undefined
  const next = () => {
    counter += 1
    return `${salt}${String(counter).padStart(4, '0')}`
  }
  return {
    begin() {
      answers += 1
      const answer = answers
      let place = 0
      let reasoningId: string | undefined
      return {
        id: (prefix) => `${prefix}_${next()}`,
        item(prefix) {
          const id = `${prefix}_${next()}`
          if (reasoningId !== undefined) {
            before.set(id, reasoningId)
            after.set(reasoningId, id)
          }
          reasoningId = undefined
          return id
        },
        seal(kind, text, itemId) {
          const seal = Buffer.from(`${kind} ${next()} of ${salt}`).toString('base64')
          seals.set(seal, { kind, text, answer, place, ...(itemId === undefined ? {} : { itemId }) })
          place += 1
          if (itemId !== undefined) {
            if (reasoningId !== undefined) {
              before.set(itemId, reasoningId)
              after.set(reasoningId, itemId)
            }
            reasoningId = itemId
          }
          return seal
        },
        says(words) {
          said.set(answer, (said.get(answer) ?? new Set()).add(words))
        },
        done(stopReason) {
          lastStop = stopReason
        },
      }
    },
    answers: () => answers,
    find: (seal) => seals.get(seal),
    ofAnswer: (answer) => [...seals].flatMap(([seal, issued]) => (issued.answer === answer ? [seal] : [])),
    reasoningBefore: (itemId) => before.get(itemId),
    itemAfter: (reasoningId) => after.get(reasoningId),
    said: (words, answer) =>
      answer === undefined ? [...said.values()].some((all) => all.has(words)) : (said.get(answer)?.has(words) ?? false),
    saidBefore: (words, answer) => [...said].some(([each, all]) => each < answer && all.has(words)),
    lastStop: () => lastStop,
  }
}
