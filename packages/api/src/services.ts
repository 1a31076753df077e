import { type Static, Type } from 'typebox'
import { route } from './route.ts'

/** The services beside models that a workspace may have a key for. */
export const serviceNames = ['pexels', 'together', 'brave', 'tavily'] as const
export type ServiceName = (typeof serviceNames)[number]

/** A service, never with its key. */
export const Service = Type.Object({
  name: Type.Enum([...serviceNames]),
  label: Type.String(),
  /** The agent's use of it. */
  purpose: Type.String(),
  /** Where a key is made. */
  keysAt: Type.String(),
  /** Set if the workspace has a key. `hint` is its last four characters, empty for a key too short to show any. */
  key: Type.Optional(Type.Object({ hint: Type.String(), createdAt: Type.Number() })),
  /** Whether the server found a key in its environment, which can be added. */
  inEnvironment: Type.Boolean(),
})
export type Service = Static<typeof Service>

export const listServices = route({
  method: 'GET',
  path: '/api/ai/services',
  summary: 'The services for pictures and web search, and which of them have a key',
  who: { workspace: 'ai.providers.manage' },
  response: Type.Object({ services: Type.Array(Service) }),
})

/** The services that pictures may come from. */
export const pictureServices = ['pexels', 'together'] as const

/** Which service the workspace takes pictures from; without a key for it the agent draws them itself. */
export const Pictures = Type.Object({
  /** Absent if the workspace has not chosen: then Pexels, or Together if only that has a key. */
  service: Type.Optional(Type.Enum([...pictureServices])),
  /** The model that makes pictures at Together, by its name there. */
  model: Type.Optional(Type.String()),
  models: Type.Array(Type.Object({ name: Type.String(), costUsd: Type.Number() })),
})
export type Pictures = Static<typeof Pictures>

export const readPictures = route({
  method: 'GET',
  path: '/api/ai/pictures',
  summary: 'Which service the workspace takes pictures from',
  who: { workspace: 'ai.providers.manage' },
  response: Pictures,
})

export const setPictures = route({
  method: 'PUT',
  path: '/api/ai/pictures',
  summary: 'Chooses the service that the workspace takes pictures from',
  who: { workspace: 'ai.providers.manage' },
  request: {
    body: Type.Object({
      service: Type.Enum([...pictureServices]),
      model: Type.Optional(Type.String({ maxLength: 200 })),
    }),
  },
})

export const setServiceKey = route({
  method: 'PUT',
  path: '/api/ai/services/:service',
  summary: 'Sets the key of a service',
  who: { workspace: 'ai.providers.manage' },
  request: { body: Type.Object({ apiKey: Type.String({ minLength: 1, maxLength: 2000 }) }) },
})

export const acceptServiceKey = route({
  method: 'POST',
  path: '/api/ai/services/:service/environment',
  summary: 'Adds the key of a service that the server found in its environment',
  who: { workspace: 'ai.providers.manage' },
})

export const testServiceKey = route({
  method: 'POST',
  path: '/api/ai/services/:service/test',
  summary: 'Asks a service whether its key works',
  who: { workspace: 'ai.providers.manage' },
  response: Type.Object({ ok: Type.Boolean(), message: Type.String() }),
})

export const deleteServiceKey = route({
  method: 'DELETE',
  path: '/api/ai/services/:service',
  summary: 'Deletes the key of a service',
  who: { workspace: 'ai.providers.manage' },
})
