import { isRecord } from '@atelier/operation'
import type { Credential, ModelInfo, ModelQueries } from '../contract/provider.ts'
import { number, stringMember } from '../wire/fields.ts'
import { type Asked, knownFact } from './families.ts'

/** the host and model; a model that was fine-tuned has the facts of what it was made from. */
function asked(model: string): Asked {
  return { provider: 'openai', model: model.replace(/^ft:/, '') }
}

/** Whether the model reasons with a chosen effort. A model that is not known yet counts as one that does. */
export function reasons(model: string): boolean {
  return knownFact('thinking', asked(model)) ?? true
}

/** The longest answer, in tokens; undefined if the model is not known. */
export function openaiLimit(model: string): number | undefined {
  return knownFact('maxOutputTokens', asked(model))
}

/** The effort with which the model thinks as little as it can: without any, from GPT-5.1 on. */
export function leastEffort(model: string): 'none' | 'minimal' | 'low' {
  return knownFact('leastEffort', { provider: 'openai', model }) ?? 'none'
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
      if (!isRecord(value) || !Array.isArray(value.data)) throw new Error('not a list of models')
      return value.data
        .filter(isRecord)
        .filter(
          (model) =>
            stringMember(model.id) !== '' &&
            !knownFact('noChat', { provider: 'openai', model: stringMember(model.id) }),
        )
        .sort((a, b) => number(b.created) - number(a.created) || (stringMember(a.id) < stringMember(b.id) ? -1 : 1))
        .map((model) => info(stringMember(model.id)))
    },
  }
}

function info(id: string): ModelInfo {
  const family = asked(id)
  const contextWindow = knownFact('contextWindow', family)
  const maxOutputTokens = knownFact('maxOutputTokens', family)
  const tier = openaiTier(id)
  return {
    id,
    label: id,
    tools: true,
    ...(contextWindow === undefined
      ? {}
      : { contextWindow, vision: knownFact('vision', family) ?? false, thinking: reasons(id) }),
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    ...(tier ? { tier } : {}),
  }
}

/**
 * By its name only: `nano` is fast, `mini` balanced, a plain `gpt-N`, `gpt-N.M` or `oN` the smartest. Dated snapshots
 * and special builds (`pro`, `codex`, `chat`) have no tier, so that none of them becomes a default by itself.
 */
export function openaiTier(id: string): ModelInfo['tier'] {
  return knownFact('tier', { provider: 'openai', model: id })
}
