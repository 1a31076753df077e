import { credentialProviders, providers } from '@atelier/agent'
import type { Config } from '../../config/config.ts'
import type { NewCredential } from './credentials.ts'

/** A provider that could be added with one click. The key itself stays here. */
export interface Suggestion {
  source: 'environment' | 'localhost'
  credential: NewCredential
}

const probeMs = 400

/** The providers that can be used at once: the keys in the environment, an Ollama that answers on this machine. */
export async function findSuggestions(config: Config, request: typeof fetch): Promise<Suggestion[]> {
  const found: Suggestion[] = []
  for (const provider of credentialProviders) {
    const { label } = providers[provider]
    const apiKey = config.providerKeys[provider]
    if (!apiKey) continue
    found.push({ source: 'environment', credential: { provider, label: `${label} (from the environment)`, apiKey } })
  }
  if (await answers(`${config.ollamaUrl}/api/version`, request)) {
    found.push({
      source: 'localhost',
      credential: { provider: 'ollama', label: 'Ollama on this machine', baseUrl: config.ollamaUrl },
    })
  }
  return found
}

async function answers(url: string, request: typeof fetch): Promise<boolean> {
  try {
    const response = await request(url, { signal: AbortSignal.timeout(probeMs), redirect: 'manual' })
    await response.body?.cancel()
    return response.ok
  } catch {
    // Nothing listens there, which is the usual case.
    return false
  }
}
