import type { Static, TSchema } from 'typebox'
import { areas, shapes } from './contract.ts'
import { answersNothing, paramNames, type Route, statusesOf, type Who } from './route.ts'
import type { readOpenApi } from './server.ts'

type Json = Record<string, unknown>

/** The API as an OpenAPI 3.1 document. `version` is the server's. */
export function openApiDocument(version: string): Static<(typeof readOpenApi)['response']> {
  const schemas = namedSchemas()
  const paths: Record<string, Json> = {}
  for (const { title, routes } of areas) {
    for (const [operationId, route] of Object.entries(routes)) {
      const path = templateOf(route.path)
      const described = { operationId, tags: [title], ...operation(route, schemas) }
      paths[path] = { ...paths[path], [route.method.toLowerCase()]: described }
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Atelier',
      version,
      description: 'The HTTP API of a self-hosted studio. JSON in, JSON out; times are epoch milliseconds.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    security: [{ session: [] }, { key: [] }],
    tags: areas.map(({ title }) => ({ name: title })),
    paths,
    components: {
      schemas: Object.fromEntries([...shapes].map(([name, schema]) => [name, schemas.inside(schema)])),
      responses: {
        Error: {
          description: 'The request was refused, or failed',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorBody' } } },
        },
      },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'atelier.session_token' },
        key: { type: 'http', scheme: 'bearer', description: 'An API key that was made in the studio' },
      },
    },
  }
}

/** A path as OpenAPI writes it: `/api/projects/{id}`. */
function templateOf(path: string): string {
  return path.replaceAll(/:(\w+)/g, '{$1}').replace(/\*$/, '{path}')
}

function operation(route: Route, schemas: Schemas): Json {
  const { query, body, bytes } = route.request ?? {}
  const parameters = [
    ...paramNames(route.path).map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
    ...(query ? queryParameters(query, schemas) : []),
  ]
  const content = {
    ...(body ? { 'application/json': { schema: schemas.of(body) } } : {}),
    ...(bytes ? { [bytes]: {} } : {}),
  }
  return {
    summary: route.summary,
    description: whoMay(route.who),
    ...(route.who === 'everyone' ? { security: [] } : {}),
    ...(route.who === 'conversation' ? { security: [{ key: [] }] } : {}),
    ...(route.who === 'person' || route.who === 'adminPerson' ? { security: [{ session: [] }] } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body || bytes ? { requestBody: { required: body !== undefined, content } } : {}),
    responses: {
      ...Object.fromEntries(statusesOf(route).map((status) => [status, success(route, schemas)])),
      ...(route.hasTag ? { 304: { description: 'The caller has this answer already' } } : {}),
      default: { $ref: '#/components/responses/Error' },
    },
  }
}

function success(route: Route, schemas: Schemas): Json {
  if (answersNothing(route)) return { description: 'Done' }
  const { response, lines, bytes } = route
  const content = {
    ...(response ? { 'application/json': { schema: schemas.of(response) } } : {}),
    ...(lines ? { 'application/x-ndjson': { schema: schemas.of(lines) } } : {}),
    ...(bytes ? { [bytes]: {} } : {}),
  }
  return { description: lines ? 'One JSON value a line' : 'The answer', content }
}

function queryParameters(query: TSchema, schemas: Schemas): Json[] {
  const { properties = {}, required = [] } = schemaJson(query)
  if (typeof properties !== 'object' || properties === null || !Array.isArray(required)) return []
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema: schemas.of(schema),
  }))
}

/** Who may call a route, as a sentence. */
export function whoMay(who: Who): string {
  if (who === 'everyone') return 'For everyone, without a session or a key.'
  if (who === 'user') return 'For every user.'
  if (who === 'person') return 'For a person who is signed in; an API key is refused.'
  if (who === 'admin') return 'For owners and admins of the workspace.'
  if (who === 'adminPerson') return 'For owners and admins of the workspace in person; an API key is refused.'
  if (who === 'conversation') return 'For keys of the Conversation API that are of the project.'
  if ('workspace' in who) return `For users with the capability ${who.workspace}.`
  if ('session' in who) return `For the user of the session, with the capability ${who.session} in its project.`
  if (who.project === 'member') return 'For users with access to the project.'
  if (who.project === 'admin') return 'For owners and admins of the workspace.'
  return `For users with the capability ${who.project} in the project.`
}

interface Schemas {
  /** A schema as JSON, or a reference to it when it has a name. */
  of(schema: unknown): unknown
  /** The same for what is inside a schema, which itself is written out. */
  inside(schema: TSchema): unknown
}

function namedSchemas(): Schemas {
  const names = new Map([...shapes].map(([name, schema]) => [JSON.stringify(schema), name]))
  const referred = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value
    const name = names.get(JSON.stringify(value))
    return name === undefined ? written(value) : { $ref: `#/components/schemas/${name}` }
  }
  const written = (value: object): unknown =>
    Array.isArray(value)
      ? value.map(referred)
      : Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, referred(inner)]))
  return { of: (schema) => referred(schemaJson(schema)), inside: (schema) => written(schemaJson(schema)) }
}

/** A schema without what TypeBox keeps in it for itself. */
function schemaJson(schema: unknown): Json {
  return JSON.parse(JSON.stringify(schema))
}
