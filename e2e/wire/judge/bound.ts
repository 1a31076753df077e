import { isObject } from './rules.ts'
import type { Seals } from './seals.ts'
import { sentParts } from './sentParts.ts'

/** A provider's check that binds its reasoning to the request that it came from. */
export interface Bound {
  /** Reasoning in the request with another prefix than its original one, one sentence each. */
  problems(body: unknown): string[]
  /** Sealed blocks in the request. */
  count(body: unknown): number
  /** Records the request of the next answer. */
  asked(body: unknown): void
}

/** Anthropic's models that take a thinking budget do not check it. */
const older = /claude-(3|sonnet-4-\d{8}|opus-4-\d{8}|sonnet-4\.5)/

export function createBound(seals: Seals): Bound {
  /** By the answer's number. */
  const prefixes = new Map<number, string>()
  const sealsIn = (parts: readonly string[]) =>
    parts.flatMap((part, at) => {
      const found = [...part.matchAll(/"(?:signature|data|encrypted_content)":"([^"]+)"/g)]
      return found.flatMap(([, seal]) => {
        const issued = seals.find(seal ?? '')
        return issued ? [{ ...issued, at }] : []
      })
    })
  return {
    problems(body) {
      if (isObject(body) && typeof body.model === 'string' && older.test(body.model)) return []
      const parts = sentParts(body)
      return sealsIn(parts).flatMap(({ answer, place, at }) => {
        const asked = prefixes.get(answer)
        // The first seal of an answer is the first of its blocks.
        if (place > 0 || asked === undefined || parts.slice(0, at).join('\n') === asked) return []
        return [`part ${at}: this thinking block is bound to a different conversation`]
      })
    },
    count: (body) => sealsIn(sentParts(body)).length,
    asked(body) {
      prefixes.set(seals.answers() + 1, sentParts(body).join('\n'))
    },
  }
}
