import {
  type Credential,
  describeModel,
  listModels,
  loadWire,
  type ModelInfo,
  type ModelListing,
  providers,
  testCredential,
} from '@atelier/agent'
import type { NewCredential } from './credentials.ts'

const patienceMs = 15_000

/** Asks the provider of a credential for its models; a failure is a value with a sentence for a person. */
export async function modelsOf(
  credential: Credential,
  request: typeof fetch,
  now: () => number,
): Promise<ModelListing> {
  const wire = await loadWire(credential.provider)
  if (!wire) return unknownProvider(credential)
  return listModels(wire, credential, { fetch: request, now, idleMs: patienceMs })
}

/** The provider's current description of one model; undefined if it says nothing. */
export async function modelOf(
  credential: Credential,
  modelId: string,
  request: typeof fetch,
  now: () => number,
): Promise<ModelInfo | undefined> {
  const wire = await loadWire(credential.provider)
  return wire && describeModel(wire, credential, modelId, { fetch: request, now, idleMs: patienceMs })
}

/** Whether the provider takes the key. Listing models does not show that for providers that list them without a key. */
export async function testOf(credential: Credential, request: typeof fetch, now: () => number): Promise<ModelListing> {
  const wire = await loadWire(credential.provider)
  if (!wire) return unknownProvider(credential)
  return testCredential(wire, credential, { fetch: request, now, idleMs: patienceMs })
}

function unknownProvider(credential: Credential): ModelListing {
  const message = `There is no provider "${credential.provider}" here.`
  return { ok: false, error: { code: 'invalid_request', message, retryable: false } }
}

/** The first field that a new credential lacks for its provider, by its path; undefined if nothing does. */
export function missingField(
  input: NewCredential,
): { message: string; path: string; expected: string; received: string } | undefined {
  const { label, credential } = providers[input.provider]
  if (credential.apiKey === 'required' && !input.apiKey) {
    return { message: `${label} needs an API key.`, path: '/apiKey', expected: 'a key', received: 'nothing' }
  }
  if (credential.baseUrl === 'required' && !input.baseUrl) {
    const expected = `a URL such as ${credential.urlExample}`
    return { message: `${label} needs a base URL.`, path: '/baseUrl', expected, received: 'nothing' }
  }
  return undefined
}
