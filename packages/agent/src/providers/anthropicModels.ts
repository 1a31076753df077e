import type { ModelInfo } from '../contract/provider.ts'
import { number, text } from '../wire/fields.ts'
import { isObject } from '../wire/toolArguments.ts'

/** Anthropic's `GET /v1/models`, newest first as it comes. */
export function parseAnthropicModels(value: unknown): ModelInfo[] {
  if (!isObject(value) || !Array.isArray(value.data)) throw new Error('not a list of models')
  return value.data.filter(isObject).map(info)
}

function info(model: Record<string, unknown>): ModelInfo {
  const id = text(model.id)
  const can = isObject(model.capabilities) ? model.capabilities : {}
  const window = number(model.max_input_tokens)
  const longest = number(model.max_tokens) || (anthropicLimit(id) ?? 0)
  const thinks = supported(can.thinking)
  const tier = model.lifecycle === 'deprecated' ? undefined : anthropicTier(text(model.line) || id)
  return {
    id,
    label: text(model.display_name) || id,
    vision: supported(can.image_input) ?? true,
    tools: true,
    thinking: thinks ?? thinkingOf(id) !== 'none',
    ...(window > 0 ? { contextWindow: window } : {}),
    ...(longest > 0 ? { maxOutputTokens: longest } : {}),
    ...(tier ? { tier } : {}),
  }
}

function supported(capability: unknown): boolean | undefined {
  return isObject(capability) && typeof capability.supported === 'boolean' ? capability.supported : undefined
}

/** By the model's line: Opus is the smartest, Sonnet balanced, Haiku fast; other lines have no tier. */
export function anthropicTier(name: string): ModelInfo['tier'] {
  if (name.includes('opus')) return 'smartest'
  if (name.includes('sonnet')) return 'balanced'
  return name.includes('haiku') ? 'fast' : undefined
}

/** A model's generation, such as 4.6; undefined for names that are not written that way. */
function generation(id: string): number | undefined {
  const parts =
    /claude-(?:opus|sonnet|haiku)-(\d{1,2})(?:[-.](\d{1,2}))?(?!\d)/.exec(id) ??
    /claude-(\d{1,2})(?:[-.](\d{1,2}))?-(?:opus|sonnet|haiku)/.exec(id)
  return parts ? Number(parts[1]) + Number(parts[2] ?? 0) / 100 : undefined
}

/**
 * How thinking is requested: from 4.6 the model decides within an effort (`adaptive`), from 3.7 it has a budget, and
 * before there is none. Names of another form belong to newer models.
 */
export function thinkingOf(id: string): 'adaptive' | 'budget' | 'none' {
  const at = generation(id) ?? 5
  if (at >= 4.06) return 'adaptive'
  return at >= 3.07 ? 'budget' : 'none'
}

/**
 * Does the model check that its reasoning goes back behind the same request that it came from? Older Anthropic models,
 * which take a thinking budget, check the signature alone.
 */
export function bindsReasoning(model: string): boolean {
  return thinkingOf(model) !== 'budget'
}

/** The longest answer of the older models, which refuse a larger `max_tokens`; undefined for those that take plenty. */
export function anthropicLimit(id: string): number | undefined {
  const at = generation(id)
  if (at === undefined) return undefined
  if (at < 3.05) return 4096
  if (at < 3.07) return 8192
  return at < 4.05 && id.includes('opus') ? 32_000 : undefined
}
