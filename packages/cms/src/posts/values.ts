import { fail } from '@atelier/operation'
import { mediaByPath, mediaEntry } from '@atelier/site'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { type CmsContext, content } from '../context/context.ts'
import { bodyField, type Found, fieldForPart, type ItemModel, type PostPart } from './models.ts'

const Text = Type.Optional(Type.Union([Type.String({ maxLength: 100_000 }), Type.Null()]))

const NewText = Type.Optional(Type.String({ maxLength: 100_000 }))
const Tags = Type.Array(Type.String({ maxLength: 200 }), { maxItems: 50 })

/** The fields of a new post, which has nothing to clear. */
export const newPostValues = {
  content: Type.Optional(
    Type.Object({ body: NewText, cover: NewText, tags: Type.Optional(Tags) }, { additionalProperties: false }),
  ),
  excerpt: NewText,
  featuredImage: NewText,
  category: NewText,
  author: NewText,
}

/** The fields of a post as calls change them; null clears one. */
export const postValues = {
  excerpt: Text,
  featuredImage: Text,
  category: Text,
  author: Text,
}

/** The text of a post, with what belongs to it. */
export const PostContent = Type.Object(
  {
    body: Text,
    cover: Text,
    tags: Type.Optional(Type.Union([Tags, Type.Null()])),
  },
  { additionalProperties: false },
)

export interface GivenPost {
  title?: string | undefined
  excerpt?: string | null | undefined
  featuredImage?: string | null | undefined
  category?: string | null | undefined
  author?: string | null | undefined
  content?: { body?: string | null; cover?: string | null; tags?: string[] | null } | undefined
}

export interface PostFields {
  /** The values by the names of the model's fields. */
  fields: Record<string, unknown>
  /** Sentences about values that the model has no field for. */
  warnings: string[]
}

/** The values of a post in the fields that play their parts. */
export async function postFields(
  context: CmsContext,
  model: ItemModel,
  { title, excerpt, featuredImage, category, author, content: given = {} }: GivenPost,
): Promise<Found<PostFields>> {
  const fields: Record<string, unknown> = {}
  const warnings: string[] = []
  const { body, cover, tags } = given
  if (title !== undefined) fields[model.titleField ?? 'title'] = title
  if (body !== undefined) {
    const name = bodyField(model)
    if (name === undefined) warnings.push(lacking(model, 'text'))
    else fields[name] = body
  }
  const wanted: readonly [PostPart, string | readonly string[] | null | undefined][] = [
    ['excerpt', excerpt],
    ['cover', featuredImage === undefined ? cover : featuredImage],
    ['category', category],
    ['author', author],
    ['tags', tags],
  ]
  for (const [part, value] of wanted) {
    if (value === undefined) continue
    const field = fieldForPart(model, part)
    if (!field) {
      warnings.push(lacking(model, part))
      continue
    }
    const read = value === null ? { found: null } : await valueFor(context, model, field, part, value)
    if (read.refused) return read
    fields[field.name] = read.found
  }
  return { found: { fields, warnings } }
}

const lacking = ({ name }: ItemModel, part: string) => `“${name}” has no field for the ${part}, so it was not saved.`

async function valueFor(
  context: CmsContext,
  model: ItemModel,
  { name, type }: { name: string; type: string },
  part: PostPart,
  value: string | readonly string[],
): Promise<Found<unknown>> {
  if (part === 'cover') return pictureValue(context, String(value))
  const all = typeof value === 'string' ? [value] : [...value]
  switch (type) {
    case 'relation':
    case 'relations': {
      const ids: string[] = []
      for (const each of all) {
        const read = await referredEntry(context, model, name, each)
        if (read.refused) return read
        ids.push(read.found)
      }
      return { found: type === 'relations' ? ids : ids[0] }
    }
    case 'array':
      return { found: all }
    default:
      return { found: all.join(', ') }
  }
}

/** The path of a picture that a call names by id, path or address; an address elsewhere stays as it is. */
function pictureValue({ site }: CmsContext, text: string): Found<string> {
  const entry = mediaEntry(site, text) ?? mediaByPath(site, text.replace(/^\//, ''))
  if (entry) return { found: entry.path }
  if (/^https?:\/\//i.test(text)) return { found: text }
  return {
    refused: fail('unknown_image', `There is no picture “${text.slice(0, 80)}”.`, {
      path: '/featuredImage',
      hint: 'Give the id or address of one that findImage or searchImages returns.',
    }),
  }
}

const Relation = Type.Object({ model: Type.String() })

/** The id of the entry that a text names in a field of references: by its id, otherwise by its title. */
async function referredEntry(
  { others }: CmsContext,
  model: ItemModel,
  field: string,
  text: string,
): Promise<Found<string>> {
  const schema = await others.invoke(content('content.get_collection_schema'), { collection: model.id })
  if (!schema.ok) return { refused: schema }
  const definition = schema.data?.fields.find(({ name }) => name === field)?.definition
  // One that refers to several models names them itself; content checks it.
  if (!Value.Check(Relation, definition)) return { found: text }
  const target = Value.Parse(Relation, definition).model
  const query = { model: target, fields: [], limit: 20 }
  const searches = [{ ids: [text] }, { where: { title: { contains: text.trim() } } }, {}]
  const wanted = text.trim().toLowerCase()
  let known: string[] = []
  for (const search of searches) {
    const read = await others.invoke(content('content.brain_query'), { ...query, ...search })
    if (!read.ok) return { refused: read }
    const entries = read.data?.entries ?? []
    const found = entries.find(({ id, title }) => id === text || title.toLowerCase() === wanted)
    if (found) return { found: found.id }
    known = entries.map(({ id, title }) => `${id} (“${title.slice(0, 40)}”)`)
  }
  return {
    refused: fail('unknown_entry', `There is no “${text.slice(0, 80)}” in ${target}.`, {
      path: `/${field}`,
      hint: known.length > 0 ? `There are ${known.join(', ')}.` : `${target} has no entries: leave it out.`,
    }),
  }
}
