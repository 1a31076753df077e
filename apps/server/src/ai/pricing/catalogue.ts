import {
  type Catalogue,
  CatalogueEntry,
  factsOf,
  findModel,
  type ModelInfo,
  type Price,
  parseCatalogue,
  snapshot,
} from '@atelier/agent'
import { affectedBy, type Database, queryBuilder, rowsOf } from '@atelier/streams'
import { Value } from 'typebox/value'
import type { Tables } from '../../database/tables.ts'
import type { Log } from '../../log/log.ts'

/**
 * Prices and windows of models: from a public catalogue, kept in the database, and from a list that comes with Atelier
 * for servers that reach neither. Every lookup answers at once from what is known; refreshing happens in the background.
 */
export interface ModelCatalogue {
  /** Resolves when there is something to look up: at most two seconds after the first call, at once afterwards. */
  ready(): Promise<void>
  /** Undefined if the model is not known, or a self-hosted server may use its name for any model. */
  find(provider: string, modelId: string): CatalogueEntry | undefined
  price(provider: string, modelId: string): Price | undefined
  /** A listed model with what the provider's own list leaves out. */
  enrich(provider: string, model: ModelInfo): ModelInfo & { price?: Price }
  /** The source and the time of its data: for logs and the settings page. */
  state(): { source: 'bundled' | 'stored' | 'live'; fetchedAt?: number }
  /** Ends a refresh that is at work. */
  stop(): Promise<void>
}

export interface CatalogueOptions {
  database: Database
  /** Where the catalogue is; undefined if it is switched off. */
  url: string | undefined
  fetch: typeof fetch
  now(): number
  log: Log
}

const freshMs = 6 * 3_600_000
/** After a refresh that failed. */
const againMs = 10 * 60_000
const patienceMs = 2000
const fetchMs = 20_000
const maxBytes = 20_000_000

export function createModelCatalogue({ database, url, fetch, now, log }: CatalogueOptions): ModelCatalogue {
  const db = queryBuilder<Tables>(database.dialect)
  const stopping = new AbortController()
  let models: Catalogue = snapshot
  let state: ReturnType<ModelCatalogue['state']> = { source: 'bundled' }
  let opening: Promise<void> | undefined
  let refreshing: Promise<void> | undefined
  let failedAt = Number.NEGATIVE_INFINITY

  // A model that is missing in the newer list keeps its last known price.
  const take = (fresh: Catalogue) => {
    models = new Map([...snapshot, ...fresh])
  }

  const load = async () => {
    const rows = await database.read(rowsOf(db.selectFrom('model_catalogue').selectAll()))
    if (rows.length === 0) return
    const stored = rows.flatMap(({ key, entry }): [string, CatalogueEntry][] => {
      const value: unknown = JSON.parse(entry)
      return Value.Check(CatalogueEntry, value) ? [[key, value]] : []
    })
    take(new Map(stored))
    state = { source: 'stored', fetchedAt: Math.min(...rows.map((row) => row.fetched_at)) }
  }

  const store = (fresh: Catalogue, at: number) =>
    database.transact(function* () {
      yield* affectedBy(db.deleteFrom('model_catalogue'))
      const rows = [...fresh].map(([key, entry]) => ({ key, entry: JSON.stringify(entry), fetched_at: at }))
      for (let first = 0; first < rows.length; first += 200) {
        yield* affectedBy(
          db
            .insertInto('model_catalogue')
            .values(rows.slice(first, first + 200))
            // Another server may have stored its own in between.
            .onConflict((conflict) =>
              conflict.column('key').doUpdateSet((row) => ({
                entry: row.ref('excluded.entry'),
                fetched_at: row.ref('excluded.fetched_at'),
              })),
            ),
        )
      }
    })

  const download = async (from: string) => {
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(fetchMs)])
    const response = await fetch(from, { signal, redirect: 'manual', headers: { accept: 'application/json' } })
    if (!response.ok) {
      await response.body?.cancel()
      throw new Error(`It answered ${response.status}.`)
    }
    const fresh = parseCatalogue(JSON.parse(await responseText(response)))
    if (!fresh || fresh.size === 0) throw new Error('It answered with something that is not a list of models.')
    const at = now()
    take(fresh)
    state = { source: 'live', fetchedAt: at }
    await store(fresh, at)
  }

  /** Begins a refresh if the data is old; never more than one at a time. */
  const refresh = (): Promise<void> | undefined => {
    const old = state.fetchedAt === undefined || now() - state.fetchedAt >= freshMs
    if (url === undefined || !old || now() - failedAt < againMs || stopping.signal.aborted) return refreshing
    refreshing ??= download(url)
      .catch((error) => {
        if (stopping.signal.aborted) return
        failedAt = now()
        log.warn({ err: error, source: state.source }, 'the model catalogue could not be refreshed; the last one stays')
      })
      .finally(() => {
        refreshing = undefined
      })
    return refreshing
  }

  const find = (provider: string, modelId: string) => {
    const named = factsOf(provider)?.catalogue
    if (!named) return undefined
    refresh()
    const entry = findModel(models, modelId)
    // A maker's own id names no model of another maker.
    return entry && (named === 'all' || entry.vendor === provider) ? entry : undefined
  }

  return {
    async ready() {
      opening ??= load()
        .then(async () => {
          const first = refresh()
          if (state.source === 'bundled' && first) await endWithin(patienceMs, first)
        })
        .catch((error) => {
          // The bundled prices suffice until the database answers again.
          opening = undefined
          log.warn({ err: error }, 'the stored prices could not be read')
        })
      await opening
    },
    find,
    price: (provider, modelId) => find(provider, modelId)?.price,
    enrich(provider, model) {
      const entry = find(provider, model.id)
      if (!entry) return model
      return {
        ...model,
        contextWindow: model.contextWindow ?? entry.contextWindow,
        maxOutputTokens: model.maxOutputTokens ?? entry.maxOutputTokens,
        vision: model.vision ?? entry.vision,
        tools: model.tools ?? entry.tools,
        price: entry.price,
      }
    },
    state: () => state,
    async stop() {
      stopping.abort()
      await refreshing
    },
  }
}

/** Resolves with the work or after `ms`, whichever is first; the work continues. */
async function endWithin(ms: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([work, over])
  clearTimeout(timer)
}

async function responseText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > maxBytes) throw new Error(`It answered with more than ${maxBytes} bytes.`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
