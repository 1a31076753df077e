import type {
  Credential,
  CredentialProvider,
  Provider,
  ProviderDefinition,
  ProviderFacts,
  ProviderId,
  WireProvider,
} from '../contract/provider.ts'
import { createFetchProvider, type FetchOptions } from '../wire/fetchProvider.ts'
import { anthropic } from './anthropic.ts'
import { compatible } from './compatible.ts'
import { ollama } from './ollama.ts'
import { openai } from './openai.ts'
import { openrouter } from './openrouter.ts'
import { rehearsal } from './rehearsal.ts'

/** The providers that a credential can be made for, in the order in which users choose. */
const definitions: Readonly<Record<CredentialProvider, ProviderDefinition>> = {
  anthropic,
  openai,
  openrouter,
  ollama,
  compatible,
}

/** All providers by id. */
export const providers: Readonly<Record<CredentialProvider, ProviderDefinition> & Record<'rehearsal', ProviderFacts>> =
  {
    ...definitions,
    rehearsal,
  }

export const credentialProviders: readonly CredentialProvider[] = Object.keys(definitions).filter(isCredentialProvider)

function isCredentialProvider(id: string): id is CredentialProvider {
  return Object.hasOwn(definitions, id)
}

/** The facts of a provider by a stored id; undefined if there is no such provider. */
export function factsOf(id: string | undefined): ProviderFacts | undefined {
  const known: Readonly<Record<string, ProviderFacts>> = providers
  return id !== undefined && Object.hasOwn(known, id) ? known[id] : undefined
}

/** Does a script answer instead of a model? */
export function isScripted(id: string | undefined): boolean {
  return factsOf(id)?.quirks?.scripted === true
}

/** Loads the mapping of a provider; undefined for scripts, which have none. */
export async function loadWire(id: ProviderId): Promise<WireProvider | undefined> {
  return isCredentialProvider(id) ? await definitions[id].wire() : undefined
}

/** A provider for the loop from a stored credential; undefined if its kind is not supported. */
export async function createProvider(credential: Credential, options: FetchOptions): Promise<Provider | undefined> {
  const wire = await loadWire(credential.provider)
  return wire && createFetchProvider(wire, credential, options)
}
