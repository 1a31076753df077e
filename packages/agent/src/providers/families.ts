import type { ModelInfo, ProviderId } from '../contract/provider.ts'

/** The host and model of a request. */
export interface Asked {
  model: string
  provider?: ProviderId
  /** The host of the credential's address. */
  host?: string | undefined
}

/** Facts known of a host or of a family of models before the first request. */
export interface FamilyFacts {
  /** Models with the same value take each other's signatures on calls and texts. */
  signatures: string
  /** The signature for a call of another model, where calls without one are refused. */
  foreignSignature: string
  /** Whether earlier answers carry the field `reasoning_content`: in each of them, or in none. */
  reasoningContent: 'always' | 'never'
  /** It holds no conversation with tools, though the provider lists it. */
  noChat: true
  /** In tokens, also the next. A catalogue of prices that knows a model better goes before these. */
  contextWindow: number
  maxOutputTokens: number
  vision: boolean
  /** Whether it thinks with a chosen effort. */
  thinking: boolean
  /** The least effort that it thinks with, where it cannot be asked not to think at all. */
  leastEffort: 'minimal' | 'low'
  /** The form of thinking for Claude: with an effort (`adaptive`), with a budget in tokens, or not at all. */
  claudeThinking: 'adaptive' | 'budget' | 'none'
  /** It checks the signature of its reasoning, and not whether it goes back behind the same request. */
  unboundReasoning: true
  /** Its cache wants a breakpoint in the request. */
  cacheBreakpoint: true
  tier: NonNullable<ModelInfo['tier']>
}

/** A row applies if all that it names matches. */
export interface Family {
  name: string
  providers?: readonly ProviderId[]
  /** Hosts, and the domains above them. */
  hosts?: readonly string[]
  /** The ids of its models. */
  models?: RegExp | ((id: string) => boolean)
  facts: Partial<FamilyFacts>
  /** Where this is documented or was reported. */
  source: string
}

const claudeModels = 'https://docs.claude.com/en/docs/about-claude/models/overview'
const claudeThinks = 'https://docs.claude.com/en/docs/build-with-claude/extended-thinking'
const openaiModels = 'https://platform.openai.com/docs/models'
const openaiReasoning = 'https://platform.openai.com/docs/guides/reasoning'
const geminiModels = 'https://ai.google.dev/gemini-api/docs/models'

/** Matches models of Claude by their generation, such as 4.06 for 4.6, whatever provider names them. */
function claude(matches: (generation: number, id: string) => boolean): (id: string) => boolean {
  return (id) => {
    const parts =
      /claude-(?:opus|sonnet|haiku)-(\d{1,2})(?:[-.](\d{1,2}))?(?!\d)/.exec(id) ??
      /claude-(\d{1,2})(?:[-.](\d{1,2}))?-(?:opus|sonnet|haiku)/.exec(id)
    return parts !== null && matches(Number(parts[1]) + Number(parts[2] ?? 0) / 100, id)
  }
}

/**
 * All that is known of hosts and families of models. For each fact the first row counts that applies and has it: hosts
 * before models, since a host may serve a family by rules of its own. Facts that no row has are learnt from refusals.
 */
export const families: readonly Family[] = [
  {
    name: 'Mistral’s host',
    hosts: ['mistral.ai'],
    facts: { reasoningContent: 'never' },
    source: 'https://github.com/charmbracelet/crush/issues/1590',
  },
  {
    name: 'Cerebras’ host',
    hosts: ['cerebras.ai'],
    facts: { reasoningContent: 'never' },
    source: 'https://github.com/Kilo-Org/kilocode/issues/10375',
  },
  {
    name: 'Groq’s host',
    hosts: ['groq.com'],
    facts: { reasoningContent: 'never' },
    source: 'https://github.com/janhq/jan/issues/8136',
  },
  {
    name: 'DeepSeek’s host',
    hosts: ['deepseek.com'],
    facts: { reasoningContent: 'always' },
    source: 'https://api-docs.deepseek.com/guides/thinking_mode#tool-calls',
  },
  {
    name: 'Moonshot’s hosts',
    hosts: ['moonshot.ai', 'moonshot.cn', 'kimi.com'],
    facts: { reasoningContent: 'always' },
    source: 'https://github.com/bytedance/deer-flow/issues/3043',
  },
  {
    name: 'DeepSeek',
    providers: ['compatible'],
    models: /deepseek/i,
    facts: { reasoningContent: 'always' },
    source: 'https://github.com/smallmain/vscode-unify-chat-provider/issues/286',
  },
  {
    name: 'Kimi',
    providers: ['compatible'],
    models: /kimi/i,
    facts: { reasoningContent: 'always' },
    source: 'https://github.com/QuantumNous/new-api/issues/3121',
  },
  {
    name: 'Gemini, from the third generation on',
    models: /(?:^|\/)gemini-(?![12](?:\.\d)?-)/i,
    facts: { foreignSignature: 'skip_thought_signature_validator' },
    source: 'https://ai.google.dev/gemini-api/docs/thought-signatures',
  },
  {
    name: 'Gemini',
    models: /(?:^|\/)gemini-/i,
    facts: { signatures: 'gemini' },
    source: 'https://ai.google.dev/gemini-api/docs/thought-signatures',
  },
  {
    name: 'Claude before 3.5',
    models: claude((generation) => generation < 3.05),
    facts: { maxOutputTokens: 4096 },
    source: claudeModels,
  },
  {
    name: 'Claude 3.5 and 3.6',
    models: claude((generation) => generation >= 3.05 && generation < 3.07),
    facts: { maxOutputTokens: 8192 },
    source: claudeModels,
  },
  {
    name: 'Claude Opus before 4.5',
    models: claude((generation, id) => generation >= 3.07 && generation < 4.05 && id.includes('opus')),
    facts: { maxOutputTokens: 32_000 },
    source: claudeModels,
  },
  {
    name: 'Claude before 3.7',
    models: claude((generation) => generation < 3.07),
    facts: { claudeThinking: 'none' },
    source: claudeThinks,
  },
  {
    name: 'Claude from 3.7 to 4.5',
    models: claude((generation) => generation >= 3.07 && generation < 4.06),
    facts: { claudeThinking: 'budget', unboundReasoning: true },
    source: claudeThinks,
  },
  {
    name: 'Claude Opus',
    providers: ['anthropic'],
    models: /opus/,
    facts: { tier: 'smartest' },
    source: claudeModels,
  },
  {
    name: 'Claude Sonnet',
    providers: ['anthropic'],
    models: /sonnet/,
    facts: { tier: 'balanced' },
    source: claudeModels,
  },
  {
    name: 'Claude Haiku',
    providers: ['anthropic'],
    models: /haiku/,
    facts: { tier: 'fast' },
    source: claudeModels,
  },
  {
    name: 'What OpenAI lists beside models that converse',
    providers: ['openai'],
    models:
      /embed|tts|whisper|dall-e|moderation|realtime|audio|transcribe|diarize|image|sora|search|instruct|babbage|davinci|computer-use|deep-research|live/,
    facts: { noChat: true },
    source: openaiModels,
  },
  {
    name: 'GPT-5 chat',
    providers: ['openai'],
    models: /^gpt-5.*-chat/,
    facts: { contextWindow: 128_000, maxOutputTokens: 16_384, thinking: false },
    source: openaiModels,
  },
  {
    name: 'GPT-5',
    providers: ['openai'],
    models: /^gpt-5/,
    facts: { contextWindow: 400_000, maxOutputTokens: 128_000, vision: true },
    source: openaiModels,
  },
  {
    name: 'Codex',
    providers: ['openai'],
    models: /^codex-/,
    facts: { contextWindow: 200_000, maxOutputTokens: 100_000, vision: true },
    source: openaiModels,
  },
  {
    name: 'o1-mini and o3-mini',
    providers: ['openai'],
    models: /^(o1-mini|o3-mini)/,
    facts: { maxOutputTokens: 65_536, vision: false },
    source: openaiModels,
  },
  {
    name: 'OpenAI’s o models',
    providers: ['openai'],
    models: /^o\d/,
    facts: { contextWindow: 200_000, maxOutputTokens: 100_000, vision: true },
    source: openaiModels,
  },
  {
    name: 'GPT-4.1',
    providers: ['openai'],
    models: /^gpt-4\.1/,
    facts: { contextWindow: 1_047_576, maxOutputTokens: 32_768, vision: true },
    source: openaiModels,
  },
  {
    name: 'GPT-4o',
    providers: ['openai'],
    models: /^(gpt-4o|chatgpt-4o)/,
    facts: { contextWindow: 128_000, maxOutputTokens: 16_384, vision: true },
    source: openaiModels,
  },
  {
    name: 'GPT-4 Turbo',
    providers: ['openai'],
    models: /^gpt-4-turbo/,
    facts: { contextWindow: 128_000, vision: true },
    source: openaiModels,
  },
  {
    name: 'GPT-4',
    providers: ['openai'],
    models: /^gpt-4/,
    facts: { contextWindow: 8192, maxOutputTokens: 4096 },
    source: openaiModels,
  },
  {
    name: 'GPT-3.5',
    providers: ['openai'],
    models: /^gpt-3\.5/,
    facts: { contextWindow: 16_385, maxOutputTokens: 4096 },
    source: openaiModels,
  },
  {
    name: 'GPT before 5',
    providers: ['openai'],
    models: /^(gpt-[34]|chatgpt)/,
    facts: { thinking: false },
    source: openaiModels,
  },
  {
    name: 'The first GPT-5',
    providers: ['openai'],
    models: /^gpt-5(-(mini|nano))?(-\d{4}-\d\d-\d\d)?$/,
    facts: { leastEffort: 'minimal' },
    source: openaiReasoning,
  },
  {
    name: 'Models of OpenAI that always think',
    providers: ['openai'],
    models: /^(o\d|gpt-5(-codex|-pro))/,
    facts: { leastEffort: 'low' },
    source: openaiReasoning,
  },
  {
    name: 'GPT nano',
    providers: ['openai'],
    models: /^gpt-\d+(\.\d+)?-nano$/,
    facts: { tier: 'fast' },
    source: openaiModels,
  },
  {
    name: 'GPT mini and o mini',
    providers: ['openai'],
    models: /^(gpt-\d+(\.\d+)?|gpt-4o|o\d)-mini$/,
    facts: { tier: 'balanced' },
    source: openaiModels,
  },
  {
    name: 'GPT from 5 on, and o from 3 on',
    providers: ['openai'],
    models: /^(gpt-[5-9](\.\d+)?|o[3-9])$/,
    facts: { tier: 'smartest' },
    source: openaiModels,
  },
  {
    name: 'Claude at OpenRouter',
    providers: ['openrouter'],
    models: /^~?anthropic\//,
    facts: { cacheBreakpoint: true },
    source: 'https://openrouter.ai/docs/features/prompt-caching',
  },
  {
    name: 'Gemini Flash Lite at OpenRouter',
    providers: ['openrouter'],
    models: /^google\/gemini-[\d.]+-flash-lite/,
    facts: { tier: 'fast' },
    source: geminiModels,
  },
  {
    name: 'Gemini Flash at OpenRouter',
    providers: ['openrouter'],
    models: /^google\/gemini-[\d.]+-flash/,
    facts: { tier: 'balanced' },
    source: geminiModels,
  },
  {
    name: 'Gemini Pro at OpenRouter',
    providers: ['openrouter'],
    models: /^google\/gemini-[\d.]+-pro/,
    facts: { tier: 'smartest' },
    source: geminiModels,
  },
]

/** The known facts of a host and model; undefined if no row says it. */
export function knownFact<Name extends keyof FamilyFacts>(
  name: Name,
  asked: Asked,
  rows: readonly Family[] = families,
): FamilyFacts[Name] | undefined {
  return rows.find((row) => row.facts[name] !== undefined && applies(row, asked))?.facts[name]
}

function applies({ providers, hosts, models }: Family, { provider, host, model }: Asked): boolean {
  if (providers && (provider === undefined || !providers.includes(provider))) return false
  if (hosts && !hosts.some((known) => host === known || host?.endsWith(`.${known}`))) return false
  return models === undefined || (models instanceof RegExp ? models.test(model) : models(model))
}

/** Whether a model takes the signatures that another one made. */
export function takesSignaturesOf(maker: string, reader: string): boolean {
  if (maker === reader) return true
  const made = knownFact('signatures', { model: maker })
  return made !== undefined && made === knownFact('signatures', { model: reader })
}
