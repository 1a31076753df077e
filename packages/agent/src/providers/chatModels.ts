import { isRecord } from '@atelier/operation'
import type { Credential, FurtherQuery, ModelInfo, ModelQueries } from '../contract/provider.ts'
import { number, stringMember } from '../wire/fields.ts'

/** The list of an OpenAI-compatible server, with windows if the server names them (vLLM, LM Studio, gateways). */
export function parseCompatibleModels(value: unknown): ModelInfo[] {
  if (!isRecord(value) || !Array.isArray(value.data)) throw new Error('not a list of models')
  return value.data.filter(isRecord).map((model) => {
    const meta = isRecord(model.meta) ? model.meta : {}
    const windows = [model.context_length, model.max_model_len, model.context_window, meta.n_ctx].map(number)
    const window = windows.find((figure) => figure > 0)
    const id = stringMember(model.id)
    return { id, label: stringMember(model.name) || id, ...(window === undefined ? {} : { contextWindow: window }) }
  })
}

type Api = (credential: Credential) => { url: string; headers: Record<string, string> }

const mostShown = 60

/**
 * Ollama's `GET /api/tags`; then `/api/show` for what each model can do, and `/api/ps` for the window that the server
 * really gave to a model that is loaded. Ollama cuts a longer request silently, so the window of a model that is
 * not loaded is known only if the model sets its own `num_ctx`: its maximum says nothing about that.
 */
export function ollamaModels(api: Api): ModelQueries {
  const query = (credential: Credential, path: string, body?: unknown) => {
    const { url, headers } = api(credential)
    return { url: `${url}/api/${path}`, headers, ...(body === undefined ? {} : { body }) }
  }
  return {
    request: (credential) => query(credential, 'tags'),
    parse: parseTags,
    further: (credential, models) => [
      ...models.slice(0, mostShown).map(
        ({ id }): FurtherQuery => ({
          query: query(credential, 'show', { model: id }),
          add: (listed, body) => listed.map((model) => (model.id === id ? { ...model, ...shownOf(body) } : model)),
        }),
      ),
      { query: query(credential, 'ps'), add: addLoaded },
    ],
  }
}

function parseTags(value: unknown): ModelInfo[] {
  if (!isRecord(value) || !Array.isArray(value.models)) throw new Error('not a list of models')
  return value.models.filter(isRecord).map((model) => {
    const id = stringMember(model.model) || stringMember(model.name)
    return { id, label: stringMember(model.name) || id, ...abilities(model.capabilities) }
  })
}

function abilities(names: unknown): Pick<ModelInfo, 'vision' | 'tools' | 'thinking'> {
  if (!Array.isArray(names)) return {}
  return { vision: names.includes('vision'), tools: names.includes('tools'), thinking: names.includes('thinking') }
}

function shownOf(body: unknown): Partial<ModelInfo> {
  if (!isRecord(body)) return {}
  const set = Number(/^num_ctx\s+(\d+)/m.exec(stringMember(body.parameters))?.[1] ?? 0)
  const details = Object.entries(isRecord(body.model_info) ? body.model_info : {})
  const most = number(details.find(([key]) => key.endsWith('.context_length'))?.[1])
  const window = set > 0 && most > 0 ? Math.min(set, most) : set
  return { ...abilities(body.capabilities), ...(window > 0 ? { contextWindow: window } : {}) }
}

function addLoaded(models: readonly ModelInfo[], body: unknown): ModelInfo[] {
  const loaded = isRecord(body) && Array.isArray(body.models) ? body.models.filter(isRecord) : []
  const windows = new Map(
    loaded.map((model) => [stringMember(model.model) || stringMember(model.name), number(model.context_length)]),
  )
  return models.map((model) => {
    const window = windows.get(model.id) ?? 0
    return window > 0 ? { ...model, contextWindow: window } : model
  })
}
