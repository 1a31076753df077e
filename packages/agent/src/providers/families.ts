import type { ProviderId } from '../contract/provider.ts'

/** Who is asked. */
export interface Asked {
  model: string
  provider?: ProviderId
  /** The host of the credential's address. */
  host?: string | undefined
}

/** What can be known of a host or of a family of models before it is asked. */
export interface FamilyFacts {
  /** Models with the same value take each other's signatures on calls and texts. */
  signatures: string
  /** The signature that stands on a call of another model, where calls without one are refused. */
  foreignSignature: string
  /** Whether earlier answers carry the field `reasoning_content`: in each of them, or in none. */
  reasoningContent: 'always' | 'never'
}

/** A row applies if all that it names matches. */
export interface Family {
  name: string
  providers?: readonly ProviderId[]
  /** Hosts, and the domains above them. */
  hosts?: readonly string[]
  /** The ids of its models. */
  models?: RegExp
  facts: Partial<FamilyFacts>
  /** Where this is documented or was reported. */
  source: string
}

/**
 * All that is known of hosts and families of models. For each fact the first row counts that applies and has it: hosts
 * before models, since a host may serve a family by rules of its own. What no row says is learnt from refusals.
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
]

/** What is known of who is asked; undefined if no row says it. */
export function known<Name extends keyof FamilyFacts>(
  name: Name,
  asked: Asked,
  rows: readonly Family[] = families,
): FamilyFacts[Name] | undefined {
  return rows.find((row) => row.facts[name] !== undefined && applies(row, asked))?.facts[name]
}

function applies({ providers, hosts, models }: Family, { provider, host, model }: Asked): boolean {
  if (providers && (provider === undefined || !providers.includes(provider))) return false
  if (hosts && !hosts.some((known) => host === known || host?.endsWith(`.${known}`))) return false
  return models === undefined || models.test(model)
}

/** Whether a model takes the signatures that another one made. */
export function takesSignaturesOf(maker: string, reader: string): boolean {
  if (maker === reader) return true
  const made = known('signatures', { model: maker })
  return made !== undefined && made === known('signatures', { model: reader })
}
