import type { ProviderDefinition } from '../contract/provider.ts'

declare module '../contract/provider.ts' {
  interface ProviderNames {
    compatible: true
  }
}

/** Any server that speaks OpenAI’s chat completions. */
export const compatible: ProviderDefinition = {
  label: 'OpenAI-compatible server',
  credential: {
    apiKey: 'optional',
    baseUrl: 'required',
    keyExample: 'sk-…',
    urlExample: 'https://gateway.example/v1',
    hint: 'Any server with chat completions: a gateway, vLLM, LM Studio, llama.cpp.',
  },
  wire: async () => (await import('./chatCompletions.ts')).compatible,
}
