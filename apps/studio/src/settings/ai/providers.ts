import { type CredentialFacts, credentialProviders, providers as definitions, factsOf } from '@atelier/agent'
import type { ApiError } from '@atelier/api/client'
import * as strings from '../strings.ts'

/** The providers that a credential can be for, as the form asks for them. */
export const providers: readonly (CredentialFacts & { id: string; label: string })[] = credentialProviders.map((id) => {
  const { label, credential } = definitions[id]
  return { id, label, ...credential }
})

export function providerLabel(id: string): string {
  return factsOf(id)?.label ?? id
}

export interface CredentialFields {
  provider: string
  label: string
  apiKey: string
  baseUrl: string
}

/** The faults of the form, by field; empty if nothing is. */
export function checkCredential(fields: CredentialFields): Partial<Record<keyof CredentialFields, string>> {
  const provider = providers.find((each) => each.id === fields.provider)
  const problems: Partial<Record<keyof CredentialFields, string>> = {}
  if (!provider) return { provider: strings.chooseAProvider }
  if (provider.apiKey === 'required' && fields.apiKey.trim() === '') problems.apiKey = strings.pasteTheKey
  if (/\s/.test(fields.apiKey.trim())) problems.apiKey = strings.keyHasNoSpaces
  if ((provider.baseUrl === 'required' || provider.baseUrl === 'defaulted') && fields.baseUrl.trim() === '')
    problems.baseUrl = strings.enterTheAddress
  else if (fields.baseUrl.trim() !== '' && !isWebAddress(fields.baseUrl.trim())) {
    problems.baseUrl = `Enter an address that begins with http:// or https://, such as ${provider.urlExample}.`
  }
  return problems
}

/** The field that the server refused, with its sentence; undefined if the refusal is about no field of the form. */
export function refusedField({
  path,
  message,
}: Pick<ApiError, 'path' | 'message'>): Partial<Record<keyof CredentialFields, string>> | undefined {
  if (path === '/apiKey') return { apiKey: message }
  return path === '/baseUrl' ? { baseUrl: message } : undefined
}

/** The form as the server accepts it: empty fields omitted, the provider's name if there is no label. */
export function credentialBody(fields: CredentialFields): {
  provider: string
  label: string
  apiKey?: string
  baseUrl?: string
} {
  const apiKey = fields.apiKey.trim()
  const baseUrl = fields.baseUrl.trim()
  return {
    provider: fields.provider,
    label: fields.label.trim() || providerLabel(fields.provider),
    ...(apiKey === '' ? {} : { apiKey }),
    ...(baseUrl === '' ? {} : { baseUrl }),
  }
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}
