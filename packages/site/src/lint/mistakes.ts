import { excerpt } from '@atelier/operation'

/** A kind of mistake. All of one kind in a call become one sentence. */
export interface MistakeKind {
  /** @param list the first few, as `a`, `b` and 3 more; @param count how many there are */
  says(list: string, count: number): string
}

/** The maximum number of listed mistakes of one kind, and of kinds per call. */
const LISTED = 4
const MAX_SENTENCES = 12
const LONGEST = 80

/** The mistakes of one call, collapsed: each kind is one sentence that lists its first few. */
export class Mistakes {
  readonly #kinds = new Map<MistakeKind, { listed: Set<string>; count: number }>()

  /** @param what as it was written, such as `<div />`; a repeat only increases the count */
  add(kind: MistakeKind, what: string): void {
    const known = this.#kinds.get(kind) ?? { listed: new Set<string>(), count: 0 }
    this.#kinds.set(kind, known)
    known.count += 1
    if (known.listed.size < LISTED) known.listed.add(quotedLine(what))
  }

  /** Takes out a kind that is reported in other words. */
  forget(kind: MistakeKind): void {
    this.#kinds.delete(kind)
  }

  has(kind: MistakeKind): boolean {
    return this.#kinds.has(kind)
  }

  sentences(): string[] {
    const said: string[] = []
    for (const [kind, { listed, count }] of this.#kinds) {
      if (said.length === MAX_SENTENCES) break
      const list = [...listed].map((each) => `\`${each}\``).join(', ')
      const more = count - listed.size
      said.push(kind.says(more > 0 && listed.size === LISTED ? `${list} and ${more} more` : list, count))
    }
    return said
  }
}

function quotedLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return excerpt(line, LONGEST).toWellFormed()
}
