import type { ProviderDefinition } from '../contract/provider.ts'

declare module '../contract/provider.ts' {
  interface ProviderNames {
    openrouter: true
  }
}

/** The models of many makers, by Responses. */
export const openrouter: ProviderDefinition = {
  label: 'OpenRouter',
  credential: {
    apiKey: 'required',
    baseUrl: 'optional',
    keyExample: 'sk-or-…',
    urlExample: 'https://openrouter.ai',
    keyVariable: 'OPENROUTER_API_KEY',
    hint: 'One key for the models of many makers. Choose one that can use tools.',
  },
  catalogue: 'all',
  wire: async () => (await import('./responses.ts')).openrouter,
}
