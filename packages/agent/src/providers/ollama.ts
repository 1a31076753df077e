import type { ProviderDefinition } from '../contract/provider.ts'

declare module '../contract/provider.ts' {
  interface ProviderNames {
    ollama: true
  }
}

/** Models on a machine of the user, by chat completions. */
export const ollama: ProviderDefinition = {
  label: 'Ollama',
  credential: {
    apiKey: 'none',
    baseUrl: 'defaulted',
    urlExample: 'http://localhost:11434',
    hint: 'Models on a machine of your own. Choose one that can use tools.',
  },
  // https://docs.ollama.com/context-length
  window: {
    unset: 4096,
    raise: (tokens) =>
      `Set OLLAMA_CONTEXT_LENGTH=${tokens} where Ollama is started, or num_ctx ${tokens} in the model’s Modelfile, and load the model again.`,
  },
  quirks: { truncatesSilently: true, windowVaries: true },
  wire: async () => (await import('./chatCompletions.ts')).ollama,
}
