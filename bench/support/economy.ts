import { sentParts } from '../../e2e/wire/judge/sentParts.ts'

export interface SentFigures {
  /** Bytes of all requests: tools, system prompt and conversation, without marks for caches. */
  sent: number
  /** The part of these that the request before began with too. */
  cached: number
  /** The others: what a provider reads uncached. */
  behind: number
  /** The part that no request before it held. */
  added: number
  /** `behind` by `added`. */
  ratio: number
  /** Requests that do not begin with the one before them. */
  breaks: number
  /** Blocks of sealed reasoning in the last request. */
  sealsAtEnd: number
  /** Times that sealed reasoning disappeared from a request, and of these those without a break. */
  dropped: number
  droppedElsewhere: number
  refused: number
}

/** The cost of one conversation's requests, by their bodies in order. */
export function economyOf(bodies: readonly unknown[]): SentFigures {
  const figures: SentFigures = {
    sent: 0,
    cached: 0,
    behind: 0,
    added: 0,
    ratio: 0,
    breaks: 0,
    sealsAtEnd: 0,
    dropped: 0,
    droppedElsewhere: 0,
    refused: 0,
  }
  const known = new Set<string>()
  let before: string[] = []
  for (const body of bodies) {
    const parts = sentParts(body)
    const first = parts.findIndex((part, at) => before[at] !== part)
    const same = first < 0 ? parts.length : first
    const broke = same < before.length
    const seals = sealsOf(parts)
    const lost = seals < figures.sealsAtEnd
    figures.sent += size(parts)
    figures.cached += size(parts.slice(0, same))
    figures.behind += size(parts.slice(same))
    figures.added += size(parts.filter((part) => !known.has(part)))
    figures.breaks += broke ? 1 : 0
    figures.dropped += lost ? 1 : 0
    figures.droppedElsewhere += lost && !broke ? 1 : 0
    figures.sealsAtEnd = seals
    for (const part of parts) known.add(part)
    before = parts
  }
  return { ...figures, ratio: figures.behind / figures.added }
}

function size(parts: readonly string[]): number {
  return parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0)
}

function sealsOf(parts: readonly string[]): number {
  return parts.reduce((sum, part) => sum + (part.match(/"(signature|encrypted_content)":"[\w+/=]+"/g)?.length ?? 0), 0)
}
