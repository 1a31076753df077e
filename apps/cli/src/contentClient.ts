import { type AnswerOf, type listPublishedModels, PublishedField, type PublishedModel } from '@atelier/api'
import { Type } from 'typebox'
import { Value } from 'typebox/value'

/**
 * A TypeScript file with the types of a project's models and a client of the read API. It imports nothing and holds no
 * key. Names are written as JSON, so that a model's name cannot end the text around it.
 */
export function contentClient(projectId: string, content: AnswerOf<typeof listPublishedModels>): string {
  const { locales, models } = content
  return `// Made by "npx atelier types". Make it again when a model has changed.

/** The fields of each model, by its id. Fields that an entry lacks are left out. */
export interface Models {
${models.map((model) => `  ${literal(model.id)}: ${fieldTypes(model)}`).join('\n')}
}

export type Locale = ${union(locales.supported)}

/** A relation that may name entries of several models. */
export interface Reference<Model extends string> {
  model: Model
  ref: string
}

export const projectId = ${literal(projectId)}
${CLIENT}`
}

function fieldTypes({ kind, fields }: PublishedModel): string {
  if (kind === 'dictionary') return 'Record<string, string>'
  return objectOf(fields, '  ')
}

function objectOf(fields: readonly PublishedField[], indent: string): string {
  if (fields.length === 0) return 'Record<string, never>'
  const members = fields.map((field) => {
    // A relation is left out while the entry that it names is not shown.
    const isSet = field.required === true && !field.models
    return `${indent}  ${literal(field.name)}${isSet ? '' : '?'}: ${typeOf(field, `${indent}  `)}`
  })
  return `{\n${members.join('\n')}\n${indent}}`
}

function typeOf(field: PublishedField, indent: string): string {
  const { type, options, models = [], isMixed, items, fields } = field
  switch (type) {
    case 'number':
    case 'integer':
    case 'decimal':
    case 'percent':
    case 'rating':
      return 'number'
    case 'boolean':
      return 'boolean'
    case 'select':
      return options && options.length > 0 ? union(options) : 'string'
    case 'relation':
      return isMixed ? `Reference<${union(models)}>` : 'string'
    case 'relations':
      return isMixed ? `Reference<${union(models)}>[]` : 'string[]'
    case 'array':
      return Value.Check(PublishedField, items) ? `(${typeOf(items, indent)})[]` : 'unknown[]'
    case 'object':
      return Value.Check(Type.Array(PublishedField), fields) ? objectOf(fields, indent) : 'Record<string, unknown>'
    default:
      return 'string'
  }
}

const literal = (text: string): string => JSON.stringify(text)
const union = (texts: readonly string[]): string => (texts.length === 0 ? 'never' : texts.map(literal).join(' | '))

/** The part that is the same for every project. */
const CLIENT = `
export type ModelId = keyof Models

export interface Entry<Model extends ModelId, Field extends keyof Models[Model] = keyof Models[Model]> {
  id: string
  model: Model
  /** The locale that it is shown in: the requested one, or its fallback. */
  locale: Locale | '*'
  status: string
  /** Times are ISO 8601 in UTC. */
  createdAt: string
  updatedAt: string
  /** Absent where it is not published. */
  publishedAt?: string
  /** The fields that are not translated yet: their values are those of standInLocale. */
  standIns?: string[]
  standInLocale?: string
  fields: Pick<Models[Model], Field>
}

export type Comparison<Value> =
  | Value
  | {
      eq?: Value
      ne?: Value
      in?: Value[]
      gt?: Value
      gte?: Value
      lt?: Value
      lte?: Value
      contains?: Value extends readonly (infer Item)[] ? Item : Value
      exists?: boolean
    }

export interface Asked<Model extends ModelId, Field extends keyof Models[Model]> {
  locale?: Locale
  /** "none" leaves out what has nothing in the locale. */
  fallback?: 'none'
  fields?: readonly Field[]
  /** Relations whose entries come with the answer. */
  include?: readonly (keyof Models[Model])[]
  /** With a key: also what is not published. */
  drafts?: boolean
  /** With a key: the name of an open branch. */
  branch?: string
}

export type Conditions<Model extends ModelId> = {
  [Name in keyof Models[Model]]?: Comparison<NonNullable<Models[Model][Name]>>
} & { $or?: readonly Conditions<Model>[]; $and?: readonly Conditions<Model>[] }

export interface Media {
  url: string
  type: string
  width?: number
  height?: number
  alt?: string
  variants: readonly { url: string; type: string; width?: number; height?: number }[]
}

export interface AskedPage<Model extends ModelId, Field extends keyof Models[Model]> extends Asked<Model, Field> {
  where?: Conditions<Model>
  /** Names of fields, "createdAt", "updatedAt" or "publishedAt", with "-" before one for the last first. */
  order?: readonly string[]
  limit?: number
  cursor?: string
}

/** By model and id. */
export type Included = { [Model in ModelId]?: Record<string, Entry<Model>> }

export interface Page<Model extends ModelId, Field extends keyof Models[Model] = keyof Models[Model]> {
  total: number
  entries: Entry<Model, Field>[]
  included?: Included
  /** The files that the entries name, by the values of their fields. */
  media?: Record<string, Media>
  cursor?: string
}

export interface ContentOptions {
  /** The address of the studio, such as https://studio.example.com. */
  url: string
  /** Without one only public models are read. */
  key?: string
  fetch?: typeof fetch
}

/** The server's refusal; \`code\` is for programs. */
export class ContentError extends Error {
  status: number
  code: string
  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

/** Answers that are kept to be asked about by their tag. */
const MOST_KEPT = 200

export function createContent(options: ContentOptions) {
  const { url, key, fetch: request = fetch } = options
  const kept = new Map<string, { tag: string; answer: unknown }>()

  async function read(path: string, asked: Record<string, unknown>): Promise<unknown> {
    const query = new URLSearchParams()
    for (const [name, value] of Object.entries(asked)) if (value !== undefined) query.set(name, String(value))
    const address = \`\${url.replace(/[/]$/, '')}/api/content/v1/\${projectId}\${path}?\${query}\`
    const known = kept.get(address)
    const answer = await request(address, {
      headers: {
        ...(key === undefined ? {} : { authorization: \`Bearer \${key}\` }),
        ...(known ? { 'if-none-match': known.tag } : {}),
      },
    })
    if (answer.status === 304 && known) return known.answer
    const body: unknown = await answer.json()
    if (!answer.ok) {
      const { error } = body as { error: { code: string; message: string } }
      throw new ContentError(answer.status, error.code, error.message)
    }
    const tag = answer.headers.get('etag')
    const [oldest] = kept.keys()
    if (kept.size >= MOST_KEPT && oldest !== undefined) kept.delete(oldest)
    if (tag !== null) kept.set(address, { tag, answer: body })
    return body
  }

  const common = <Model extends ModelId, Field extends keyof Models[Model]>(asked: Asked<Model, Field>) => ({
    locale: asked.locale,
    fallback: asked.fallback,
    fields: asked.fields?.join(','),
    include: asked.include?.join(','),
    drafts: asked.drafts ? '1' : undefined,
    branch: asked.branch,
  })

  /** One page of the entries of a model. */
  async function list<Model extends ModelId, Field extends keyof Models[Model] = keyof Models[Model]>(
    model: Model,
    asked: AskedPage<Model, Field> = {},
  ): Promise<Page<Model, Field>> {
    const { where, order, limit, cursor } = asked
    const page = { order: order?.join(','), limit, cursor, where: where && JSON.stringify(where) }
    return (await read(\`/entries/\${model}\`, { ...common(asked), ...page })) as Page<Model, Field>
  }

  /** All entries that match, page by page. */
  async function* all<Model extends ModelId, Field extends keyof Models[Model] = keyof Models[Model]>(
    model: Model,
    asked: AskedPage<Model, Field> = {},
  ): AsyncGenerator<Entry<Model, Field>> {
    for (let cursor = asked.cursor; ; ) {
      const page = await list(model, { limit: 50, ...asked, ...(cursor === undefined ? {} : { cursor }) })
      yield* page.entries
      if (page.cursor === undefined) return
      cursor = page.cursor
    }
  }

  /** One entry, by its id or slug; "main" of a singleton and a dictionary. */
  async function get<Model extends ModelId, Field extends keyof Models[Model] = keyof Models[Model]>(
    model: Model,
    id: string,
    asked: Asked<Model, Field> = {},
  ): Promise<{ entry: Entry<Model, Field>; included?: Included; media?: Record<string, Media> }> {
    const answer = await read(\`/entries/\${model}/\${encodeURIComponent(id)}\`, common(asked))
    return answer as { entry: Entry<Model, Field>; included?: Included; media?: Record<string, Media> }
  }

  return { list, all, get }
}
`
