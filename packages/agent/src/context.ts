import type { Query } from '@atelier/streams'
import type { Journal } from './journal.ts'
import type { RunRecord } from './message.ts'
import type { Place } from './place.ts'
import { resultsOf } from './place.ts'
import type { ModelRequest, Provider } from './provider.ts'
import { checkTurns } from './transcript/check.ts'
import { toTurns } from './transcript/toTurns.ts'

/** What a run's requests have in common. */
export interface BaseRequest extends Omit<ModelRequest, 'turns' | 'results' | 'image'> {
  /** Bytes of a stored picture, base64. */
  loadImage?: ((hash: string) => Promise<string | undefined>) | undefined
}

export interface ContextOptions {
  journal: Journal
  provider: Provider
  request: BaseRequest
  /** Is only the newest result of this name replayed whole? */
  heavy(toolName: string): boolean
}

export interface RoundContext {
  request: ModelRequest
  /** Further rows for the commit that ends the round. */
  rows: Query[]
}

/**
 * The request of the next round: the history as legal turns, and the pictures that they show.
 * @throws where the turns break a rule of every wire, which is a bug of ours
 */
export async function buildRequest(
  options: ContextOptions,
  run: RunRecord,
  place: Extract<Place, { kind: 'answer' }>,
): Promise<ModelRequest> {
  const { journal, provider, request } = options
  const messages = journal.folder.messages()
  const turns = toTurns(
    messages.filter((message) => message.id !== place.supersedes?.id),
    { provider: provider.id, model: request.model, heavy: options.heavy, open: place.open },
  )
  const problems = checkTurns(turns, place.open)
  if (problems.length > 0) throw new Error(`The transcript of ${journal.stream} is not legal: ${problems.join(' ')}`)
  const { loadImage, ...base } = request
  const pictures = await loadPictures(base.vision ? loadImage : undefined, turns)
  return { ...base, turns, results: resultsOf(messages, run.id), image: (hash) => pictures.get(hash) }
}

async function loadPictures(
  load: BaseRequest['loadImage'],
  turns: ModelRequest['turns'],
): Promise<Map<string, string>> {
  const pictures = new Map<string, string>()
  if (!load) return pictures
  for (const block of turns.flatMap((turn) => turn.blocks)) {
    const hashes =
      block.kind === 'image'
        ? [block.hash]
        : block.kind === 'toolResult'
          ? (block.images ?? []).map(({ hash }) => hash)
          : []
    for (const hash of hashes) {
      const data = pictures.has(hash) ? undefined : await load(hash)
      if (data !== undefined) pictures.set(hash, data)
    }
  }
  return pictures
}
