import type { ProviderDefinition } from '../contract/provider.ts'

declare module '../contract/provider.ts' {
  interface ProviderNames {
    openai: true
  }
}

/** OpenAI, by Responses. */
export const openai: ProviderDefinition = {
  label: 'OpenAI',
  credential: {
    apiKey: 'required',
    baseUrl: 'optional',
    keyExample: 'sk-…',
    urlExample: 'https://api.openai.com',
    keyVariable: 'OPENAI_API_KEY',
    hint: 'Make a key in the OpenAI platform. An address is only needed for a gateway that speaks Responses.',
  },
  catalogue: 'own',
  wire: async () => (await import('./responses.ts')).openai,
}
