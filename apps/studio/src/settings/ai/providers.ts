export interface ProviderInfo {
  id: string
  label: string
  /** What it is asked for: a key, an address, or both. */
  key: 'required' | 'optional' | 'none'
  url: 'required' | 'optional' | 'none'
  urlExample?: string
  keyExample?: string
  hint: string
}

/** The providers that a credential can be for, as the form asks for them. */
export const providers: readonly ProviderInfo[] = [
  {
    id: 'anthropic',
    label: 'Anthropic',
    key: 'required',
    url: 'optional',
    keyExample: 'sk-ant-…',
    urlExample: 'https://api.anthropic.com',
    hint: 'Make a key in the Anthropic console. An address is only needed for a gateway.',
  },
  {
    id: 'openai',
    label: 'OpenAI',
    key: 'required',
    url: 'optional',
    keyExample: 'sk-…',
    urlExample: 'https://api.openai.com',
    hint: 'Make a key in the OpenAI platform. An address is only needed for a gateway that speaks Responses.',
  },
  {
    id: 'openrouter',
    label: 'OpenRouter',
    key: 'required',
    url: 'optional',
    keyExample: 'sk-or-…',
    urlExample: 'https://openrouter.ai',
    hint: 'One key for the models of many makers. Choose one that can use tools.',
  },
  {
    id: 'ollama',
    label: 'Ollama',
    key: 'none',
    url: 'required',
    urlExample: 'http://localhost:11434',
    hint: 'Models on a machine of your own. Choose one that can use tools.',
  },
  {
    id: 'compatible',
    label: 'OpenAI-compatible server',
    key: 'optional',
    url: 'required',
    keyExample: 'sk-…',
    urlExample: 'https://gateway.example/v1',
    hint: 'Any server with chat completions: a gateway, vLLM, LM Studio, llama.cpp.',
  },
]

export function providerLabel(id: string): string {
  return providers.find((provider) => provider.id === id)?.label ?? id
}

export interface CredentialFields {
  provider: string
  label: string
  apiKey: string
  baseUrl: string
}

/** What is wrong with the form, by field; empty where nothing is. */
export function checkCredential(fields: CredentialFields): Partial<Record<keyof CredentialFields, string>> {
  const provider = providers.find((each) => each.id === fields.provider)
  const problems: Partial<Record<keyof CredentialFields, string>> = {}
  if (!provider) return { provider: 'Choose a provider.' }
  if (provider.key === 'required' && fields.apiKey.trim() === '') problems.apiKey = 'Paste the key.'
  if (/\s/.test(fields.apiKey.trim())) problems.apiKey = 'A key has no spaces in it.'
  if (provider.url === 'required' && fields.baseUrl.trim() === '') problems.baseUrl = 'Enter the address.'
  else if (fields.baseUrl.trim() !== '' && !isWebAddress(fields.baseUrl.trim())) {
    problems.baseUrl = `Enter an address that begins with http:// or https://, such as ${provider.urlExample}.`
  }
  return problems
}

/** The form as the server takes it: empty fields left out, the provider's name where no label was given. */
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
