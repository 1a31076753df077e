import type { Credential, Provider, ProviderId, WireProvider } from '../contract/provider.ts'
import { createFetchProvider, type FetchOptions } from '../wire/fetchProvider.ts'
import { anthropic } from './anthropic.ts'
import { compatible, ollama } from './chatCompletions.ts'
import { openai, openrouter } from './responses.ts'

const wires: Partial<Record<ProviderId, WireProvider>> = { anthropic, openai, openrouter, ollama, compatible }

/** The mapping of a provider; undefined for one that has no wire of its own here. */
export function wireProvider(id: ProviderId): WireProvider | undefined {
  return wires[id]
}

/** A provider for the loop from a stored credential; undefined if its kind is not supported. */
export function createProvider(credential: Credential, options: FetchOptions): Provider | undefined {
  const wire = wireProvider(credential.provider)
  return wire && createFetchProvider(wire, credential, options)
}
