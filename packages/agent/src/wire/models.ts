import type { Credential, ModelInfo, ProviderError, WireProvider, WireQuery } from '../contract/provider.ts'
import { createWatchdog, type FetchOptions, silent, unreachable } from './fetchProvider.ts'

export type ModelListing = { ok: true; models: ModelInfo[] } | { ok: false; error: ProviderError }

type Answered = { ok: true; body: unknown } | { ok: false; error: ProviderError }

const defaultMs = 15_000
const atOnce = 6

/**
 * Asks a provider for its models, with all that it says about them. Gives up after `idleMs` (15 s). Facts beyond the
 * list itself are left out if their request fails.
 */
export async function listModels(
  wire: WireProvider,
  credential: Credential,
  options: FetchOptions,
  signal?: AbortSignal,
): Promise<ModelListing> {
  return await withWatchdog(wire, credential, options, signal, async (asked) => {
    const listed = await fetchModels(wire, credential, options, asked)
    return listed.ok ? { ok: true, models: await further(wire, credential, options, asked, listed.models) } : listed
  })
}

/** Whether the provider accepts this key: its models, or the error; also if it lists them without a key. */
export async function testCredential(
  wire: WireProvider,
  credential: Credential,
  options: FetchOptions,
  signal?: AbortSignal,
): Promise<ModelListing> {
  return await withWatchdog(wire, credential, options, signal, async (asked) => {
    const test = wire.models.keyTest?.(credential)
    const tested = test && (await ask(wire, credential, options, asked, test))
    if (tested?.ok === false) return tested
    return await fetchModels(wire, credential, options, asked)
  })
}

/** The present facts of one model: for Ollama, also the window that it was loaded with. Undefined if it is not listed. */
export async function describeModel(
  wire: WireProvider,
  credential: Credential,
  model: string,
  options: FetchOptions,
  signal?: AbortSignal,
): Promise<ModelInfo | undefined> {
  const described = await withWatchdog(wire, credential, options, signal, async (asked) => {
    const listed = await fetchModels(wire, credential, options, asked)
    if (!listed.ok) return listed
    const known = listed.models.filter(({ id }) => id === model)
    return { ok: true, models: await further(wire, credential, options, asked, known) }
  })
  return described.ok ? described.models[0] : undefined
}

async function withWatchdog(
  wire: WireProvider,
  credential: Credential,
  options: FetchOptions,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<ModelListing>,
): Promise<ModelListing> {
  const watchdog = createWatchdog(options.idleMs ?? defaultMs, signal ?? new AbortController().signal)
  try {
    return await work(watchdog.signal)
  } catch (error) {
    return {
      ok: false,
      error: watchdog.expired() ? silent(wire, watchdog.idleMs) : unreachable(wire, credential, error),
    }
  } finally {
    watchdog.stop()
  }
}

async function fetchModels(
  wire: WireProvider,
  credential: Credential,
  options: FetchOptions,
  signal: AbortSignal,
): Promise<ModelListing> {
  const answered = await ask(wire, credential, options, signal, wire.models.request(credential))
  if (!answered.ok) return answered
  try {
    return { ok: true, models: wire.models.parse(answered.body) }
  } catch {
    // Not a list of models: the address is not the provider's.
    return { ok: false, error: notAList(wire) }
  }
}

/** A few questions at a time; each adds what it learnt in turn, whatever order the answers come in. */
async function further(
  wire: WireProvider,
  credential: Credential,
  options: FetchOptions,
  signal: AbortSignal,
  models: ModelInfo[],
): Promise<ModelInfo[]> {
  const queries = wire.models.further?.(credential, models) ?? []
  const bodies = new Map<number, unknown>()
  let next = 0
  const worker = async () => {
    for (let at = next++; at < queries.length && !signal.aborted; at = next++) {
      const query = queries[at]?.query
      // The list is complete without the answer to this one.
      const answered = query && (await ask(wire, credential, options, signal, query).catch(() => undefined))
      if (answered?.ok) bodies.set(at, answered.body)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  let known = models
  for (const [at, { add }] of queries.entries()) if (bodies.has(at)) known = add(known, bodies.get(at))
  return known
}

async function ask(
  wire: WireProvider,
  credential: Credential,
  options: FetchOptions,
  signal: AbortSignal,
  query: WireQuery,
): Promise<Answered> {
  const { url, headers, body } = query
  const response = await options.fetch(url, {
    redirect: 'manual',
    signal,
    ...(body === undefined
      ? { headers }
      : { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) }),
  })
  const said = await response.text()
  if (!response.ok) {
    const failure = { status: response.status, headers: response.headers, body: said, now: options.now() }
    return { ok: false, error: wire.httpError(failure, credential) }
  }
  try {
    return { ok: true, body: JSON.parse(said) }
  } catch {
    // A web page, most likely: the address is not the provider's.
    return { ok: false, error: notAList(wire) }
  }
}

function notAList(wire: WireProvider): ProviderError {
  const message = `${wire.label} did not answer with a list of models. Check the base URL in the AI settings.`
  return { code: 'protocol', message, retryable: false }
}
