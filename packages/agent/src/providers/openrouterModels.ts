import { isRecord } from '@atelier/operation'
import type { Credential, ModelInfo, ModelQueries } from '../contract/provider.ts'
import { number, stringMember } from '../wire/fields.ts'
import { anthropicTier } from './anthropicModels.ts'
import { knownFact } from './families.ts'
import { openaiTier } from './openaiModels.ts'

/** OpenRouter's public `GET /api/v1/models`, newest first. It takes any key, so a key is tested at `/api/v1/key`. */
export function openrouterModels(
  api: (credential: Credential) => { url: string; headers: Record<string, string> },
): ModelQueries {
  return {
    request(credential) {
      const { url, headers } = api(credential)
      return { url: `${url}/models`, headers }
    },
    keyTest(credential) {
      const { url, headers } = api(credential)
      return { url: `${url}/key`, headers }
    },
    parse(value) {
      if (!isRecord(value) || !Array.isArray(value.data)) throw new Error('not a list of models')
      return value.data
        .filter(isRecord)
        .filter(answersInText)
        .sort((a, b) => number(b.created) - number(a.created))
        .map(info)
    },
  }
}

type Json = Record<string, unknown>

function answersInText(model: Json): boolean {
  const made = isRecord(model.architecture) ? model.architecture.output_modalities : undefined
  return stringMember(model.id) !== '' && (!Array.isArray(made) || made.includes('text'))
}

function info(model: Json): ModelInfo {
  const id = stringMember(model.id)
  const taken = isRecord(model.architecture) ? model.architecture.input_modalities : undefined
  const parameters = Array.isArray(model.supported_parameters) ? model.supported_parameters : undefined
  const top = isRecord(model.top_provider) ? model.top_provider : {}
  // The limit of the requested host may be lower than the model's.
  const window = number(top.context_length) || number(model.context_length)
  const longest = number(top.max_completion_tokens)
  const tools = parameters?.includes('tools')
  const tier = tools === false ? undefined : openrouterTier(id)
  return {
    id,
    label: stringMember(model.name) || id,
    ...(window > 0 ? { contextWindow: window } : {}),
    ...(longest > 0 ? { maxOutputTokens: longest } : {}),
    ...(Array.isArray(taken) ? { vision: taken.includes('image') } : {}),
    ...(parameters ? { tools: tools === true, thinking: parameters.includes('reasoning') } : {}),
    ...(tier ? { tier } : {}),
  }
}

/** The maker's own rule, for the makers whose names follow one; variants (`:free`, `:thinking`) have no tier. */
function openrouterTier(id: string): ModelInfo['tier'] {
  const [maker = '', name = ''] = id.split('/')
  if (name.includes(':')) return undefined
  if (maker === 'anthropic') return anthropicTier(name)
  return maker === 'openai' ? openaiTier(name) : knownFact('tier', { provider: 'openrouter', model: id })
}
