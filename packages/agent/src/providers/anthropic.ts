import type { ProviderDefinition } from '../contract/provider.ts'

declare module '../contract/provider.ts' {
  interface ProviderNames {
    anthropic: true
  }
}

/** Claude, by Messages. */
export const anthropic: ProviderDefinition = {
  label: 'Anthropic',
  credential: {
    apiKey: 'required',
    baseUrl: 'optional',
    keyExample: 'sk-ant-…',
    urlExample: 'https://api.anthropic.com',
    keyVariable: 'ANTHROPIC_API_KEY',
    hint: 'Make a key in the Anthropic console. An address is only needed for a gateway.',
  },
  catalogue: 'own',
  // https://platform.claude.com/docs/en/build-with-claude/vision
  quirks: { cacheOutsidePrompt: true, manyPictures: { count: 20, edge: 2000 } },
  wire: async () => (await import('./anthropicMessages.ts')).anthropic,
}
