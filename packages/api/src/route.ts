import type { Static, TSchema } from 'typebox'

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The capabilities of a role (docs/concepts.md, Roles) that a route requires. */
export type RouteCapability =
  | 'ai.chat'
  | 'ai.tools.write'
  | 'ai.providers.manage'
  | 'ai.audit.read'
  | 'document.read'
  | 'document.write'
  | 'project.publish'
  | 'content.model'

/**
 * Who may call a route:
 * - `everyone`: no session or key is needed
 * - `user`: a session or a key
 * - `person`: a session; a key is refused
 * - `admin`: an owner or admin of the workspace, or a key with such a role; `adminPerson`: the same without keys
 * - `workspace`: a user who has this capability in the workspace
 * - `project`: a user with access to the project `:id`, and this capability in it; `member` asks for access alone, and
 *   `admin` for an owner or admin
 * - `conversation`: a key of the Conversation API, of the project `:projectId`
 * - `session`: the user whose agent session `:id` is, while they have this capability in its project
 */
export type Who =
  | 'everyone'
  | 'user'
  | 'person'
  | 'admin'
  | 'adminPerson'
  | 'conversation'
  | { readonly workspace: RouteCapability }
  | { readonly project: RouteCapability | 'member' | 'admin' }
  | { readonly session: RouteCapability }

/** One HTTP route: what it takes, what it answers, and who may call it. */
export interface Route {
  readonly method: Method
  /** The whole path; `:name` is one segment, and a `*` at the end is the rest. */
  readonly path: string
  /** Its effect, in a sentence without a full stop. */
  readonly summary: string
  readonly who: Who
  readonly request?: {
    /** The query's parameters; each value is text. */
    readonly query?: TSchema
    /** The JSON body. */
    readonly body?: TSchema
    /** The most bytes of a JSON body; 8 MB when absent. */
    readonly maxBytes?: number
    /** The content type of a body that is not JSON. */
    readonly bytes?: string
  }
  /** The JSON answer. */
  readonly response?: TSchema
  /** One line of an answer in NDJSON. */
  readonly lines?: TSchema
  /** The content type of an answer that is not JSON. */
  readonly bytes?: string
  /** The status of success: when absent 200, or 204 if the route has no answer. */
  readonly status?: 201 | 202 | 302
  /** Another status with the same answer: of success, or of what the caller can mend. */
  readonly alsoStatus?: 200
  /** Its answer stays open beyond the request, so that it ends with what its caller may do; so does each in `lines`. */
  readonly staysOpen?: true
  /** Its answer has an `ETag`: callers that have that one already (`If-None-Match`) get 304. */
  readonly hasTag?: true
  /** Described only, because another library answers it by its own protocol. */
  readonly protocol?: 'auth' | 'mcp' | 'stream'
}

/** Declares a route. */
// @__NO_SIDE_EFFECTS__
export function route<const R extends Route>(declared: R): R {
  return declared
}

type Names<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Names<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

/** The parameters in the path, as text that is not encoded. */
export type ParamsOf<R extends Route> = { [Name in Names<R['path']>]: string }

/** The query's parameters. */
export type QueryOf<R extends Route> = R extends { request: { query: infer Schema extends TSchema } }
  ? Static<Schema>
  : undefined

/** The JSON body. */
export type BodyOf<R extends Route> = R extends { request: { body: infer Schema extends TSchema } }
  ? Static<Schema>
  : undefined

/** The JSON answer; `undefined` if the route answers nothing. */
export type AnswerOf<R extends Route> = R extends { response: infer Schema extends TSchema }
  ? Static<Schema>
  : undefined

/** One line of the answer, if it is NDJSON. */
export type LineOf<R extends Route> = R extends { lines: infer Schema extends TSchema } ? Static<Schema> : never

/** Whether a route answers nothing when it succeeds. */
export function answersNothing({ response, lines, bytes, protocol }: Route): boolean {
  return !response && !lines && !bytes && !protocol
}

/** Whether an answer of a route stays open beyond the request. */
export function staysOpen(declared: Route): boolean {
  return declared.staysOpen === true || declared.lines !== undefined
}

/** The statuses of the route's own answer. */
export function statusesOf(declared: Route): number[] {
  const { status = 200, alsoStatus } = declared
  if (answersNothing(declared)) return [204]
  return alsoStatus === undefined ? [status] : [status, alsoStatus]
}

/** The names of the parameters in a path, in order; the rest behind a `*` is called `path`. */
export function paramNames(path: string): string[] {
  return path
    .split('/')
    .filter((segment) => segment.startsWith(':') || segment === '*')
    .map((segment) => (segment === '*' ? 'path' : segment.slice(1)))
}

/**
 * The address of a route, with its parameters encoded. `undefined` values of the query are left out.
 * @throws Error when a parameter of the path is missing
 */
export function addressOf<R extends Route>(
  declared: R,
  { params, query }: { params?: Readonly<Record<string, string>>; query?: Readonly<Record<string, unknown>> } = {},
): string {
  const path = declared.path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = params?.[name]
    if (value === undefined) throw new Error(`${declared.path} needs the parameter ${name}`)
    return encodeURIComponent(value)
  })
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) if (value !== undefined) search.set(name, String(value))
  return search.size === 0 ? path : `${path}?${search}`
}
