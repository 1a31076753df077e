import type { Credential, ModelInfo, ModelQueries } from '../contract/provider.ts'
import { number, text } from '../wire/fields.ts'
import { isObject } from '../wire/toolArguments.ts'

interface Family {
  ids: RegExp
  contextWindow: number
  maxOutputTokens: number
  vision?: boolean
  thinking?: boolean
}

/**
 * What OpenAI publishes about its model families; its list of models holds ids alone. The first match counts. A
 * price catalogue that knows a model better goes before it.
 */
const families: readonly Family[] = [
  { ids: /^gpt-5.*-chat/, contextWindow: 128_000, maxOutputTokens: 16_384, vision: true },
  { ids: /^gpt-5/, contextWindow: 400_000, maxOutputTokens: 128_000, vision: true, thinking: true },
  { ids: /^codex-/, contextWindow: 200_000, maxOutputTokens: 100_000, vision: true, thinking: true },
  { ids: /^(o1-mini|o3-mini)/, contextWindow: 200_000, maxOutputTokens: 65_536, thinking: true },
  { ids: /^o\d/, contextWindow: 200_000, maxOutputTokens: 100_000, vision: true, thinking: true },
  { ids: /^gpt-4\.1/, contextWindow: 1_047_576, maxOutputTokens: 32_768, vision: true },
  { ids: /^(gpt-4o|chatgpt-4o)/, contextWindow: 128_000, maxOutputTokens: 16_384, vision: true },
  { ids: /^gpt-4-turbo/, contextWindow: 128_000, maxOutputTokens: 4096, vision: true },
  { ids: /^gpt-4/, contextWindow: 8192, maxOutputTokens: 4096 },
  { ids: /^gpt-3\.5/, contextWindow: 16_385, maxOutputTokens: 4096 },
]

/** What is listed but does not hold a conversation with tools. */
const others =
  /embed|tts|whisper|dall-e|moderation|realtime|audio|transcribe|diarize|image|sora|search|instruct|babbage|davinci|computer-use|deep-research|live/

function familyOf(model: string): Family | undefined {
  return families.find(({ ids }) => ids.test(model))
}

/** Whether the model reasons with a chosen effort. A model that is not known yet counts as one that does. */
export function reasons(model: string): boolean {
  const family = familyOf(model.replace(/^ft:/, ''))
  return family ? family.thinking === true : !/^(gpt-[34]|chatgpt)/.test(model)
}

/** The longest answer, in tokens; undefined if the model is not known. */
export function openaiLimit(model: string): number | undefined {
  return familyOf(model.replace(/^ft:/, ''))?.maxOutputTokens
}

/** OpenAI's `GET /v1/models`, newest first. */
export function openaiModels(
  api: (credential: Credential) => { url: string; headers: Record<string, string> },
): ModelQueries {
  return {
    request(credential) {
      const { url, headers } = api(credential)
      return { url: `${url}/models`, headers }
    },
    parse(value) {
      if (!isObject(value) || !Array.isArray(value.data)) throw new Error('not a list of models')
      return value.data
        .filter(isObject)
        .filter((model) => text(model.id) !== '' && !others.test(text(model.id)))
        .sort((a, b) => number(b.created) - number(a.created) || (text(a.id) < text(b.id) ? -1 : 1))
        .map((model) => info(text(model.id)))
    },
  }
}

function info(id: string): ModelInfo {
  const family = familyOf(id.replace(/^ft:/, ''))
  const tier = openaiTier(id)
  return {
    id,
    label: id,
    tools: true,
    ...(family
      ? {
          contextWindow: family.contextWindow,
          maxOutputTokens: family.maxOutputTokens,
          vision: family.vision ?? false,
          thinking: family.thinking ?? false,
        }
      : {}),
    ...(tier ? { tier } : {}),
  }
}

/**
 * By the name alone: `nano` is fast, `mini` balanced, a plain `gpt-N`, `gpt-N.M` or `oN` the smartest. Dated snapshots
 * and special builds (`pro`, `codex`, `chat`) have no tier, so that none of them becomes a default by itself.
 */
export function openaiTier(id: string): ModelInfo['tier'] {
  if (/^gpt-\d+(\.\d+)?-nano$/.test(id)) return 'fast'
  if (/^(gpt-\d+(\.\d+)?|gpt-4o|o\d)-mini$/.test(id)) return 'balanced'
  return /^(gpt-[5-9](\.\d+)?|o[3-9])$/.test(id) ? 'smartest' : undefined
}
