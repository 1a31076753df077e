import { isRecord } from '@atelier/operation'
import { credentialProviders, providers } from '../providers/index.ts'
import { datedKey, pricingKey } from './key.ts'
import type { CatalogueEntry, Price } from './price.ts'

/** Entries by `pricingKey`, and dated models with a price of their own by `datedKey`. */
export type Catalogue = ReadonlyMap<string, CatalogueEntry>

/** Makers whose own entry wins if several offer a model under one name. */
const makers = new Set<string>(credentialProviders.filter((id) => providers[id].catalogue === 'own'))

/**
 * Reads the answer of OpenRouter's `GET /api/v1/models`: prices as decimal texts in dollars per token. Entries of
 * another shape are left out; a negative price means that it is not fixed. Undefined if the answer is not a list.
 */
export function parseCatalogue(body: unknown): Map<string, CatalogueEntry> | undefined {
  if (!isRecord(body) || !Array.isArray(body.data)) return undefined
  const models = body.data.flatMap((model: unknown) => {
    const entry = isRecord(model) && typeof model.id === 'string' ? entryOf(model.id, model) : undefined
    return entry && isRecord(model) && typeof model.id === 'string' ? [{ id: model.id, entry }] : []
  })
  const catalogue = new Map<string, CatalogueEntry>()
  const put = (key: string, entry: CatalogueEntry) => {
    const known = catalogue.get(key)
    if (!known || (makers.has(entry.vendor) && !makers.has(known.vendor))) catalogue.set(key, entry)
  }
  for (const { id, entry } of models) if (datedKey(id) === pricingKey(id)) put(pricingKey(id), entry)
  // A dated model is used for the undated name only if nothing else does.
  for (const { id, entry } of models) {
    put(datedKey(id), entry)
    if (!catalogue.has(pricingKey(id))) put(pricingKey(id), entry)
  }
  return catalogue
}

/** The known facts of a model by a provider's id for it. `-latest` is looked up without it if it has no entry. */
export function findModel(catalogue: Catalogue, modelId: string): CatalogueEntry | undefined {
  const key = pricingKey(modelId)
  return catalogue.get(datedKey(modelId)) ?? catalogue.get(key) ?? catalogue.get(key.replace(/-latest$/, ''))
}

function entryOf(id: string, model: Record<string, unknown>): CatalogueEntry {
  const top = isRecord(model.top_provider) ? model.top_provider : {}
  const modalities = isRecord(model.architecture) ? model.architecture.input_modalities : undefined
  const parameters = model.supported_parameters
  return {
    label: typeof model.name === 'string' ? model.name : id,
    vendor: id.includes('/') ? id.slice(0, id.indexOf('/')).toLowerCase() : '',
    ...some('contextWindow', count(model.context_length)),
    ...some('maxOutputTokens', count(top.max_completion_tokens)),
    ...some('vision', Array.isArray(modalities) ? modalities.includes('image') : undefined),
    ...some('tools', Array.isArray(parameters) ? parameters.includes('tools') : undefined),
    ...some('price', isRecord(model.pricing) ? priceOf(model.pricing) : undefined),
  }
}

function priceOf(pricing: Record<string, unknown>): Price | undefined {
  const input = perMillion(pricing.prompt)
  const output = perMillion(pricing.completion)
  if (input === undefined || output === undefined) return undefined
  return {
    input,
    output,
    ...some('cacheRead', perMillion(pricing.input_cache_read)),
    ...some('cacheWrite5m', perMillion(pricing.input_cache_write)),
  }
}

/** Dollars per token, as a decimal text, in dollars per million. */
function perMillion(value: unknown): number | undefined {
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text !== 'string' || text.trim() === '') return undefined
  const dollars = Number(text)
  return Number.isFinite(dollars) && dollars >= 0 ? Number((dollars * 1e6).toFixed(6)) : undefined
}

function count(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : undefined
}

function some<Key extends string, Value>(key: Key, value: Value | undefined): Partial<Record<Key, Value>> {
  const entry: Partial<Record<Key, Value>> = {}
  if (value !== undefined) entry[key] = value
  return entry
}
