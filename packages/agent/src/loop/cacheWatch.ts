import type { ModelRequest, ProviderId } from '../contract/provider.ts'
import type { Usage } from '../contract/run.ts'
import { fingerprint, fingerprintOf } from '../wire/fingerprint.ts'

/** A request that read nothing from the provider's cache, although the one before it was stored there. */
export interface CacheBreak {
  stream: string
  provider: ProviderId
  model: string
  /** The first part that differs: `tools`, `system` or `turn <n>`, from 1; or `nothing: expired or evicted`. */
  part: string
}

export interface AnsweredRequest {
  stream: string
  provider: ProviderId
  request: Pick<ModelRequest, 'model' | 'system' | 'tools' | 'turns'>
  usage: Partial<Usage>
  /** When it was answered, in epoch milliseconds. */
  at: number
}

/** Follows the requests of sessions and reports when a cached prefix was lost, and what changed in it. */
export interface CacheWatch {
  answered(request: AnsweredRequest): void
}

interface Known {
  provider: ProviderId
  model: string
  parts: Part[]
  cached: number
  at: number
}

interface Part {
  name: string
  hash: string
}

/** How long providers keep a prefix at least. */
const cachedForMs = 5 * 60_000

/** @param limit how many sessions are remembered */
export function createCacheWatch(onCacheBreak: (broken: CacheBreak) => void, limit = 500): CacheWatch {
  const known = new Map<string, Known>()
  return {
    answered({ stream, provider, request, usage, at }) {
      const before = known.get(stream)
      const read = usage.cacheRead ?? 0
      const parts = prefixParts(request)
      const { model } = request
      known.delete(stream)
      known.set(stream, {
        provider,
        model,
        parts,
        cached: read + (usage.cacheWrite5m ?? 0) + (usage.cacheWrite1h ?? 0),
        at,
      })
      const oldest = known.keys().next()
      if (known.size > limit && !oldest.done) known.delete(oldest.value)
      if (!before || before.cached === 0 || read > 0 || Object.keys(usage).length === 0) return
      if (before.provider !== provider || before.model !== model || at - before.at > cachedForMs) return
      onCacheBreak({ stream, provider, model, part: firstChange(before.parts, parts) })
    },
  }
}

function firstChange(before: readonly Part[], now: readonly Part[]): string {
  const changed = before.find((part, at) => now[at]?.hash !== part.hash || now[at]?.name !== part.name)
  return changed?.name ?? 'nothing: expired or evicted'
}

/** The prefix in the order in which providers cache it. Turns are taken block by block, since the last may grow. */
function prefixParts(request: AnsweredRequest['request']): Part[] {
  const turns = request.turns.flatMap((turn, at) =>
    turn.blocks.map((block) => ({ name: `turn ${at + 1}`, hash: `${turn.role} ${fingerprintOf(block)}` })),
  )
  return [
    { name: 'tools', hash: fingerprintOf(request.tools) },
    { name: 'system', hash: fingerprint(request.system) },
    ...turns,
  ]
}
