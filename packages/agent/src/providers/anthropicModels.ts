import { isRecord } from '@atelier/operation'
import type { ModelInfo } from '../contract/provider.ts'
import { number, stringMember } from '../wire/fields.ts'
import { knownFact } from './families.ts'

/** Anthropic's `GET /v1/models`, newest first as it comes. */
export function parseAnthropicModels(value: unknown): ModelInfo[] {
  if (!isRecord(value) || !Array.isArray(value.data)) throw new Error('not a list of models')
  return value.data.filter(isRecord).map(info)
}

function info(model: Record<string, unknown>): ModelInfo {
  const id = stringMember(model.id)
  const can = isRecord(model.capabilities) ? model.capabilities : {}
  const window = number(model.max_input_tokens)
  const longest = number(model.max_tokens) || (anthropicLimit(id) ?? 0)
  const thinks = supported(can.thinking)
  const tier = model.lifecycle === 'deprecated' ? undefined : anthropicTier(stringMember(model.line) || id)
  return {
    id,
    label: stringMember(model.display_name) || id,
    vision: supported(can.image_input) ?? true,
    tools: true,
    thinking: thinks ?? thinkingOf(id) !== 'none',
    ...(window > 0 ? { contextWindow: window } : {}),
    ...(longest > 0 ? { maxOutputTokens: longest } : {}),
    ...(tier ? { tier } : {}),
  }
}

function supported(capability: unknown): boolean | undefined {
  return isRecord(capability) && typeof capability.supported === 'boolean' ? capability.supported : undefined
}

/** By the model's line; other lines have no tier. */
export function anthropicTier(name: string): ModelInfo['tier'] {
  return knownFact('tier', { provider: 'anthropic', model: name })
}

/**
 * How thinking is requested: from 4.6 the model decides within an effort (`adaptive`), from 3.7 it has a budget, and
 * before there is none. Names of another form belong to newer models.
 */
export function thinkingOf(model: string): 'adaptive' | 'budget' | 'none' {
  return knownFact('claudeThinking', { model }) ?? 'adaptive'
}

/** Does the model check that its reasoning goes back behind the same request that it came from? */
export function bindsReasoning(model: string): boolean {
  return !knownFact('unboundReasoning', { model })
}

/** The longest answer of the older models, which refuse a larger `max_tokens`; undefined for those that take plenty. */
export function anthropicLimit(model: string): number | undefined {
  return knownFact('maxOutputTokens', { provider: 'anthropic', model })
}
