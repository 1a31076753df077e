import { type Credential, type ModelInfo, type Price, providers } from '@atelier/agent'
import type { ModelCatalogue } from '../pricing/catalogue.ts'
import { modelOf, modelsOf } from './models.ts'

/** The facts about its model that a run needs. */
export interface ModelFact {
  abilities: { vision: boolean; contextWindow?: number }
  maxOutputTokens?: number
  /** Undefined if it is not known. */
  price?: Price
}

/**
 * The known facts about models: from the catalogue, and from the providers' own lists, which are kept for an hour.
 * Ollama is queried each time, since it sets a model's window when it loads the model.
 */
export interface ModelFacts {
  /** Answers within two seconds, with fewer facts if the provider has not answered by then. */
  of(credentialId: string, credential: Credential, modelId: string): Promise<ModelFact>
  /** The models of a credential, as just listed. */
  remember(credentialId: string, models: readonly ModelInfo[]): void
  /** The credential has changed. */
  forget(credentialId: string): void
}

export interface ModelFactsOptions {
  catalogue: ModelCatalogue
  fetch: typeof fetch
  now(): number
  /** How long a run waits for a list. */
  patienceMs?: number
}

interface Listed {
  until: number
  models: Promise<readonly ModelInfo[]>
}

const keptMs = 3_600_000
const failureKeptMs = 60_000

export function createModelFacts({ catalogue, fetch, now, patienceMs = 2000 }: ModelFactsOptions): ModelFacts {
  const lists = new Map<string, Listed>()

  const listOf = (credentialId: string, credential: Credential): Promise<readonly ModelInfo[]> => {
    const known = lists.get(credentialId)
    if (known && known.until > now()) return known.models
    const listed: Listed = {
      until: now() + keptMs,
      models: modelsOf(credential, fetch, now).then((answer) => {
        if (answer.ok) return answer.models
        listed.until = now() + failureKeptMs
        return []
      }),
    }
    lists.set(credentialId, listed)
    return listed.models
  }

  return {
    async of(credentialId, credential, modelId) {
      await catalogue.ready()
      const entry = catalogue.find(credential.provider, modelId)
      const whole = entry?.contextWindow !== undefined && entry.vision !== undefined
      const fresh = (lists.get(credentialId)?.until ?? 0) > now()
      const listOrNone = () => (whole && !fresh ? [] : resultWithin(patienceMs, listOf(credentialId, credential), []))
      const listed = providers[credential.provider].quirks?.windowVaries
        ? await resultWithin(patienceMs, modelOf(credential, modelId, fetch, now), undefined)
        : (await listOrNone()).find(({ id }) => id === modelId)
      const model = catalogue.enrich(credential.provider, listed ?? { id: modelId, label: modelId })
      return {
        abilities: {
          vision: model.vision ?? false,
          ...(model.contextWindow === undefined ? {} : { contextWindow: model.contextWindow }),
        },
        ...(model.maxOutputTokens === undefined ? {} : { maxOutputTokens: model.maxOutputTokens }),
        ...(model.price ? { price: model.price } : {}),
      }
    },
    remember(credentialId, models) {
      lists.set(credentialId, { until: now() + keptMs, models: Promise.resolve(models) })
    },
    forget(credentialId) {
      lists.delete(credentialId)
    },
  }
}

/** The result of the work, or `fallback` after `ms`; the work continues. */
async function resultWithin<Value>(ms: number, work: Promise<Value>, fallback: Value): Promise<Value> {
  let timer: NodeJS.Timeout | undefined
  const over = new Promise<Value>((resolve) => {
    timer = setTimeout(() => resolve(fallback), ms)
  })
  try {
    return await Promise.race([work, over])
  } finally {
    clearTimeout(timer)
  }
}
