import type { Catalogue } from './catalogue.ts'
import { pricingKey } from './key.ts'
import type { CatalogueEntry } from './price.ts'

const none = undefined

type Row = [
  vendor: string,
  id: string,
  label: string,
  contextWindow: number,
  maxOutputTokens: number,
  input: number,
  output: number,
  cacheRead: number | undefined,
  cacheWrite5m: number | undefined,
]

/** The makers' public list prices of November 2026, in dollars per million tokens, and the windows in tokens. */
const rows: readonly Row[] = [
  ['anthropic', 'claude-fable-5', 'Claude Fable 5', 1000000, 128000, 10, 50, 1, 12.5],
  ['anthropic', 'claude-fable-5-1', 'Claude Fable 5.1', 1000000, 128000, 10, 50, 0.25, 12.5],
  ['anthropic', 'claude-fable-5-2', 'Claude Fable 5.2', 1000000, 128000, 8, 40, 0.2, 10],
  ['anthropic', 'claude-haiku-4-5', 'Claude Haiku 4.5', 200000, 64000, 1, 5, 0.1, 1.25],
  // Requests of more than 100,000 tokens cost five times as much.
  ['anthropic', 'claude-haiku-5-5', 'Claude Haiku 5.5', 100000, 100000, 0.1, 0.5, 0.01, 0.125],
  ['anthropic', 'claude-mythos-5', 'Claude Mythos 5', 1000000, 128000, 10, 50, 1, 12.5],
  ['anthropic', 'claude-mythos-5-1', 'Claude Mythos 5.1', 1000000, 128000, 10, 50, 0.25, 12.5],
  ['anthropic', 'claude-mythos-5-2', 'Claude Mythos 5.2', 1000000, 128000, 8, 40, 0.2, 10],
  ['anthropic', 'claude-opus-4-5', 'Claude Opus 4.5', 200000, 64000, 5, 25, 0.5, 6.25],
  ['anthropic', 'claude-opus-4-6', 'Claude Opus 4.6', 1000000, 128000, 5, 25, 0.5, 6.25],
  ['anthropic', 'claude-opus-4-7', 'Claude Opus 4.7', 1000000, 128000, 5, 25, 0.5, 6.25],
  ['anthropic', 'claude-opus-4-8', 'Claude Opus 4.8', 1000000, 128000, 5, 25, 0.5, 6.25],
  ['anthropic', 'claude-opus-5', 'Claude Opus 5', 1000000, 128000, 5, 25, 0.5, 6.25],
  ['anthropic', 'claude-opus-5-5', 'Claude Opus 5.5', 1000000, 128000, 4, 20, 0.2, 5],
  ['anthropic', 'claude-sonnet-4-5', 'Claude Sonnet 4.5', 200000, 64000, 3, 15, 0.3, 3.75],
  ['anthropic', 'claude-sonnet-4-6', 'Claude Sonnet 4.6', 1000000, 128000, 3, 15, 0.3, 3.75],
  ['anthropic', 'claude-sonnet-5', 'Claude Sonnet 5', 1000000, 128000, 2, 10, 0.2, 2.5],
  ['anthropic', 'claude-sonnet-5-5', 'Claude Sonnet 5.5', 1000000, 128000, 2, 10, 0.1, 2.5],
  ['openai', 'gpt-4-turbo', 'GPT-4 Turbo', 128000, 4096, 10, 30, none, none],
  ['openai', 'gpt-4.1', 'GPT-4.1', 1047576, 32768, 2, 8, 0.5, none],
  ['openai', 'gpt-4.1-mini', 'GPT-4.1 mini', 1047576, 32768, 0.4, 1.6, 0.1, none],
  ['openai', 'gpt-4.1-nano', 'GPT-4.1 nano', 1047576, 32768, 0.1, 0.4, 0.025, none],
  ['openai', 'gpt-4o', 'GPT-4o', 128000, 16384, 2.5, 10, 1.25, none],
  ['openai', 'gpt-4o-mini', 'GPT-4o mini', 128000, 16384, 0.15, 0.6, 0.075, none],
  ['openai', 'gpt-5', 'GPT-5', 400000, 128000, 1.25, 10, 0.125, none],
  ['openai', 'gpt-5-mini', 'GPT-5 Mini', 400000, 128000, 0.25, 2, 0.025, none],
  ['openai', 'gpt-5-nano', 'GPT-5 Nano', 400000, 128000, 0.05, 0.4, 0.005, none],
  ['openai', 'gpt-5-pro', 'GPT-5 Pro', 400000, 128000, 15, 120, none, none],
  ['openai', 'gpt-5.1', 'GPT-5.1', 400000, 128000, 1.25, 10, 0.125, none],
  ['openai', 'gpt-5.2', 'GPT-5.2', 400000, 128000, 1.75, 14, 0.175, none],
  ['openai', 'gpt-5.2-pro', 'GPT-5.2 Pro', 400000, 128000, 21, 168, none, none],
  ['openai', 'gpt-5.3-codex', 'GPT-5.3 Codex', 400000, 128000, 1.75, 14, 0.175, none],
  ['openai', 'gpt-5.4', 'GPT-5.4', 272000, 128000, 2.5, 15, 0.25, none],
  ['openai', 'gpt-5.4-mini', 'GPT-5.4 mini', 400000, 128000, 0.75, 4.5, 0.075, none],
  ['openai', 'gpt-5.4-nano', 'GPT-5.4 nano', 400000, 128000, 0.2, 1.25, 0.02, none],
  ['openai', 'gpt-5.4-pro', 'GPT-5.4 Pro', 1050000, 128000, 30, 180, none, none],
  ['openai', 'gpt-5.5', 'GPT-5.5', 272000, 128000, 5, 30, 0.5, none],
  ['openai', 'gpt-5.5-pro', 'GPT-5.5 Pro', 1050000, 128000, 30, 180, none, none],
  ['openai', 'gpt-5.6-luna', 'GPT-5.6 Luna', 272000, 128000, 0.2, 1.2, 0.02, 0.25],
  ['openai', 'gpt-5.6-sol', 'GPT-5.6 Sol', 272000, 128000, 4, 20, 0.4, 5],
  ['openai', 'gpt-5.6-terra', 'GPT-5.6 Terra', 272000, 128000, 2, 12, 0.2, 2.5],
  ['openai', 'gpt-6-astra', 'GPT-6 Astra', 272000, 128000, 10, 50, 1, 12.5],
  ['openai', 'gpt-6-luna', 'GPT-6 Luna', 272000, 128000, 0.1, 0.5, 0.01, 0.125],
  ['openai', 'gpt-6-sol', 'GPT-6 Sol', 272000, 128000, 2, 10, 0.2, 2.5],
  ['openai', 'gpt-6.1-sol', 'GPT-6.1 Sol', 272000, 128000, 2, 10, 0.1, 2.5],
  ['openai', 'gpt-6.1-terra', 'GPT-6.1 Terra', 272000, 128000, 1, 5, 0.05, 1.25],
  ['openai', 'o1', 'o1', 200000, 100000, 15, 60, 7.5, none],
  ['openai', 'o3', 'o3', 200000, 100000, 2, 8, 0.5, none],
  ['openai', 'o3-mini', 'o3-mini', 200000, 100000, 1.1, 4.4, 0.55, none],
  ['openai', 'o3-pro', 'o3-pro', 200000, 100000, 20, 80, none, none],
  ['openai', 'o4-mini', 'o4-mini', 200000, 100000, 1.1, 4.4, 0.275, none],
]

/** What a server that has never reached the live catalogue knows: the models of Anthropic and OpenAI. */
export const snapshot: Catalogue = new Map(rows.map((row) => [pricingKey(row[1]), entryOf(row)]))

function entryOf(row: Row): CatalogueEntry {
  const [vendor, , label, contextWindow, maxOutputTokens, input, output, cacheRead, cacheWrite5m] = row
  return {
    vendor,
    label,
    contextWindow,
    maxOutputTokens,
    vision: !label.startsWith('o3-mini'),
    tools: true,
    price: {
      input,
      output,
      ...(cacheRead === undefined ? {} : { cacheRead }),
      ...(cacheWrite5m === undefined ? {} : { cacheWrite5m }),
    },
  }
}
