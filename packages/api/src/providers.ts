import { type Static, Type } from 'typebox'
import { Made } from './common.ts'
import { route } from './route.ts'

const Label = Type.String({ minLength: 1, maxLength: 100 })
const Key = Type.String({ maxLength: 2000 })
const BaseUrl = Type.String({ maxLength: 2000 })

/** A credential, never with its key. */
export const Credential = Type.Object({
  id: Type.String(),
  provider: Type.String(),
  label: Type.String(),
  baseUrl: Type.Optional(Type.String()),
  /** The last four characters of the key. */
  hint: Type.Optional(Type.String()),
  createdAt: Type.Number(),
})
export type Credential = Static<typeof Credential>

/** A model as its provider lists it. */
export const Model = Type.Object({
  id: Type.String(),
  label: Type.String(),
  contextWindow: Type.Optional(Type.Number()),
  maxOutputTokens: Type.Optional(Type.Number()),
  vision: Type.Optional(Type.Boolean()),
  tools: Type.Optional(Type.Boolean()),
  thinking: Type.Optional(Type.Boolean()),
  tier: Type.Optional(Type.Enum(['smartest', 'balanced', 'fast'])),
  /** Dollars per million tokens. */
  price: Type.Optional(Type.Unknown()),
  /** That its window has, or may have, no room for a conversation, and what to set. */
  windowNote: Type.Optional(Type.String()),
})
export type Model = Static<typeof Model>

export const listCredentials = route({
  method: 'GET',
  path: '/api/ai/credentials',
  summary: 'The credentials of the workspace',
  who: { workspace: 'ai.chat' },
  response: Type.Object({ credentials: Type.Array(Credential) }),
})

export const addCredential = route({
  method: 'POST',
  path: '/api/ai/credentials',
  summary: 'Adds a credential',
  who: { workspace: 'ai.providers.manage' },
  request: {
    body: Type.Object({
      /** The id of a provider, such as `anthropic`. */
      provider: Type.String(),
      label: Label,
      apiKey: Type.Optional(Key),
      baseUrl: Type.Optional(BaseUrl),
    }),
  },
  response: Made,
  status: 201,
})

export const testCredential = route({
  method: 'POST',
  path: '/api/ai/credentials/:id/test',
  summary: 'Asks the provider whether a credential works',
  who: { workspace: 'ai.providers.manage' },
  response: Type.Object({
    ok: Type.Boolean(),
    message: Type.String(),
    models: Type.Optional(Type.Array(Model)),
  }),
})

export const updateCredential = route({
  method: 'PATCH',
  path: '/api/ai/credentials/:id',
  summary: 'Changes a credential; a new `baseUrl` requires the key again',
  who: { workspace: 'ai.providers.manage' },
  request: {
    body: Type.Object({
      label: Type.Optional(Label),
      apiKey: Type.Optional(Key),
      baseUrl: Type.Optional(BaseUrl),
    }),
  },
  response: Credential,
})

export const deleteCredential = route({
  method: 'DELETE',
  path: '/api/ai/credentials/:id',
  summary: 'Deletes a credential that no default needs',
  who: { workspace: 'ai.providers.manage' },
})

/** A credential that the server found in its environment or on its machine. */
export const Suggestion = Type.Object({ provider: Type.String(), label: Type.String(), source: Type.String() })
export type Suggestion = Static<typeof Suggestion>

export const listSuggestions = route({
  method: 'GET',
  path: '/api/ai/suggestions',
  summary: 'Credentials that the server found, and that can be added',
  who: { workspace: 'ai.providers.manage' },
  response: Type.Object({ suggestions: Type.Array(Suggestion) }),
})

export const acceptSuggestion = route({
  method: 'POST',
  path: '/api/ai/suggestions/:provider',
  summary: 'Adds a credential that the server found',
  who: { workspace: 'ai.providers.manage' },
  response: Made,
  status: 201,
})

const choice = { credentialId: Type.String(), modelId: Type.String({ minLength: 1, maxLength: 300 }) }

/** The model that the sessions of a scope begin with. */
export const ScopeDefault = Type.Object({ scope: Type.String(), credentialId: Type.String(), modelId: Type.String() })
export type ScopeDefault = Static<typeof ScopeDefault>

export const listDefaults = route({
  method: 'GET',
  path: '/api/ai/defaults',
  summary: 'The default models, by scope',
  who: { workspace: 'ai.chat' },
  response: Type.Object({ defaults: Type.Array(ScopeDefault) }),
})

export const setDefault = route({
  method: 'PUT',
  path: '/api/ai/defaults/:scope',
  summary: 'Sets the default model of a scope',
  who: { workspace: 'ai.providers.manage' },
  request: { body: Type.Object(choice) },
  response: Type.Object({ ...ScopeDefault.properties, warnings: Type.Optional(Type.Array(Type.String())) }),
})

export const clearDefault = route({
  method: 'DELETE',
  path: '/api/ai/defaults/:scope',
  summary: 'Clears the default model of a scope',
  who: { workspace: 'ai.providers.manage' },
})

export const listModels = route({
  method: 'GET',
  path: '/api/ai/providers/:provider/models',
  summary: 'The models of a provider, asked with a credential',
  who: { workspace: 'ai.chat' },
  request: { query: Type.Object({ credentialId: Type.Optional(Type.String()) }) },
  response: Type.Object({ models: Type.Array(Model) }),
})
