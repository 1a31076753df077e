import { type Credential, listModels, type ModelListing, wireProvider } from '@atelier/agent'

/** Asks the provider of a credential for its models; a failure is a value with a sentence for a person. */
export async function modelsOf(
  credential: Credential,
  request: typeof fetch,
  now: () => number,
): Promise<ModelListing> {
  const wire = wireProvider(credential.provider)
  if (wire) return listModels(wire, credential, { fetch: request, now, idleMs: 15_000 })
  return {
    ok: false,
    error: {
      code: 'invalid_request',
      message: `There is no provider "${credential.provider}" here.`,
      retryable: false,
    },
  }
}
