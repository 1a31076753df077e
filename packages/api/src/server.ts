import { Type } from 'typebox'
import { route } from './route.ts'

export const readHealth = route({
  method: 'GET',
  path: '/health',
  summary: 'Whether the server answers, and its version',
  who: 'everyone',
  response: Type.Object({ status: Type.String(), version: Type.String() }),
})

export const readOpenApi = route({
  method: 'GET',
  path: '/api/openapi.json',
  summary: 'This API as an OpenAPI 3.1 document',
  who: 'everyone',
  response: Type.Object({
    openapi: Type.String(),
    info: Type.Object({
      title: Type.String(),
      version: Type.String(),
      description: Type.String(),
      license: Type.Object({ name: Type.String(), identifier: Type.String() }),
    }),
    security: Type.Unknown(),
    tags: Type.Unknown(),
    paths: Type.Unknown(),
    components: Type.Unknown(),
  }),
})
