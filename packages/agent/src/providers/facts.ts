import type { CredentialFacts, CredentialProvider, ProviderFacts } from '../contract/provider.ts'

/** The facts of every provider, in the order in which users choose. */
export const providerFacts: Readonly<
  Record<CredentialProvider, ProviderFacts & { credential: CredentialFacts }> & Record<'rehearsal', ProviderFacts>
> = {
  anthropic: {
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
  },
  openai: {
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
  },
  openrouter: {
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
  },
  ollama: {
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
  },
  compatible: {
    label: 'OpenAI-compatible server',
    credential: {
      apiKey: 'optional',
      baseUrl: 'required',
      keyExample: 'sk-…',
      urlExample: 'https://gateway.example/v1',
      hint: 'Any server with chat completions: a gateway, vLLM, LM Studio, llama.cpp.',
    },
  },
  rehearsal: { label: 'Rehearsal (scripted, no AI)', quirks: { scripted: true } },
}

export const credentialProviders: readonly CredentialProvider[] = Object.keys(providerFacts).filter(
  (id): id is CredentialProvider => id in providerFacts && !isScripted(id),
)

/** The facts of a provider by a stored id; undefined if there is no such provider. */
export function factsOf(id: string | undefined): ProviderFacts | undefined {
  const known: Readonly<Record<string, ProviderFacts>> = providerFacts
  return id !== undefined && Object.hasOwn(known, id) ? known[id] : undefined
}

/** Does a script answer instead of a model? */
export function isScripted(id: string | undefined): boolean {
  return factsOf(id)?.quirks?.scripted === true
}
