import { type Envelope, fail, nearestName } from '@atelier/operation'
import { pages } from '@atelier/site'
import { type Static, Type } from 'typebox'
import { type CmsContext, content } from '../context/context.ts'
import {
  bodyField,
  type Found,
  fieldForPart,
  type ItemModel,
  type ItemModels,
  postModel,
  readItemModels,
} from './models.ts'

export const localeInput = Type.Optional(Type.String({ maxLength: 20 }))

/** A post as calls name it. */
export const postInput = {
  postSlug: Type.String({ minLength: 1, maxLength: 300 }),
  collectionSlug: Type.Optional(Type.String({ maxLength: 200 })),
  locale: localeInput,
}

/** A post as results name it. */
export const PostView = Type.Object({
  slug: Type.String(),
  title: Type.String(),
  status: Type.String(),
  collectionSlug: Type.String(),
  locale: Type.String(),
  updatedAt: Type.Optional(Type.String()),
  /** Where visitors read it once it is online; absent if its collection has no pages. */
  address: Type.Optional(Type.String()),
  excerpt: Type.Optional(Type.Unknown()),
  featuredImage: Type.Optional(Type.Unknown()),
  category: Type.Optional(Type.Unknown()),
  author: Type.Optional(Type.Unknown()),
  tags: Type.Optional(Type.Unknown()),
})

/** An entry as content answers with it. */
export interface EntryRead {
  id: string
  documentId: string
  title: string
  status?: string | undefined
  updated_at: string
  data: Readonly<Record<string, unknown>>
}

/** A post that a call names, with its model. */
export interface PostFound {
  models: ItemModels
  model: ItemModel
  entry: EntryRead
  locale: string
}

const LISTED = 15

export function postView({ models, model, entry, locale }: PostFound): Static<typeof PostView> {
  const { status = 'draft', updated_at: updatedAt, data } = entry
  const slug = slugOfPost(model, entry)
  // The title of an entry is that of the main locale.
  const own = data[model.titleField ?? 'title']
  const title = typeof own === 'string' && own !== '' ? own : entry.title
  const address = postAddress(models, model, slug, locale)
  const fieldValue = (part: Parameters<typeof fieldForPart>[1]) => data[fieldForPart(model, part)?.name ?? '']
  return {
    slug,
    title,
    status,
    collectionSlug: model.id,
    locale,
    updatedAt,
    ...(address === undefined ? {} : { address }),
    ...given({
      excerpt: fieldValue('excerpt'),
      featuredImage: fieldValue('cover'),
      category: fieldValue('category'),
      author: fieldValue('author'),
      tags: fieldValue('tags'),
    }),
  }
}

const given = (values: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))

/** The last part of a post's address: its id in a collection of documents, otherwise its field `slug` if it has one. */
export function slugOfPost(model: ItemModel, { id, data }: Pick<EntryRead, 'id' | 'data'>): string {
  const { slug } = data
  return hasSlugField(model) && typeof slug === 'string' && slug !== '' ? slug : id
}

/** Whether the slug of an entry is a value of it, and not its id. */
export const hasSlugField = ({ kind, fields }: ItemModel): boolean =>
  kind === 'collection' && fields.get('slug') === 'slug'

/** The address of a post's page from the site's root; undefined if its collection has none. */
export function postAddress(
  { mainLocale }: ItemModels,
  { route, i18n }: ItemModel,
  slug: string,
  locale: string,
): string | undefined {
  if (route === undefined) return undefined
  return `${i18n && locale !== mainLocale ? `/${locale}` : ''}/${route}/${slug}/`
}

/**
 * The post that a call names: by its slug, otherwise by its title if only one post has it. Without a collection it is
 * looked for among the posts first, then in every other collection with a long text.
 */
export async function postNamed(
  context: CmsContext,
  { postSlug, collectionSlug, locale }: { postSlug: string; collectionSlug?: string; locale?: string },
): Promise<Found<PostFound>> {
  const read = await readItemModels(context)
  if (read.refused) return read
  const models = read.found
  const chosen = postModel(context, models, collectionSlug)
  if (chosen.refused && !(collectionSlug === undefined && isAmbiguous(chosen.refused))) return chosen
  const rest = models.models.filter((each) => each !== chosen.found && bodyField(each) !== undefined)
  const rounds = collectionSlug === undefined ? [chosen.found ? [chosen.found] : [], rest] : [[chosen.found]]
  for (const round of rounds) {
    const searched = round.flatMap((model) => (model ? [model] : []))
    const found = await findIn(context, models, searched, postSlug, locale)
    if (found) return found
  }
  return { refused: await unknownPost(context, chosen.found, postSlug) }
}

const isAmbiguous = (result: Envelope<never>) => !result.ok && result.error?.code === 'ambiguous_collection'

const nameKinds = ['id', 'slug', 'title'] as const
type NameKind = (typeof nameKinds)[number]

async function findIn(
  context: CmsContext,
  models: ItemModels,
  searched: readonly ItemModel[],
  name: string,
  locale: string | undefined,
): Promise<Found<PostFound> | undefined> {
  for (const by of nameKinds) {
    const found: PostFound[] = []
    for (const model of searched) {
      if (by === 'slug' && !hasSlugField(model)) continue
      const read = await entriesNamed(context, model, by, name, locale)
      if (read.refused) return read
      found.push(...read.found.map((each) => ({ models, model, ...each })))
    }
    const [only, ...others] = found
    if (only && others.length === 0) return { found: only }
    if (only) return { refused: ambiguousPost(name, found) }
  }
  return undefined
}

function searchBy(by: NameKind, name: string) {
  if (by === 'id') return { ids: [name] }
  return { where: by === 'slug' ? { slug: name } : { title: { contains: name.trim() } } }
}

async function entriesNamed(
  { others }: CmsContext,
  model: ItemModel,
  by: NameKind,
  name: string,
  locale: string | undefined,
): Promise<Found<{ entry: EntryRead; locale: string }[]>> {
  const read = await others.invoke(content('content.brain_query'), {
    model: model.id,
    // Nothing else of it is shown to the caller, so that nothing else counts as read.
    fields: hasSlugField(model) ? ['slug'] : [],
    limit: 50,
    ...(locale === undefined ? {} : { locale }),
    ...searchBy(by, name),
  })
  if (!read.ok) return { refused: read }
  const { entries = [], locale: own = '' } = read.data ?? {}
  const fits = by !== 'title' ? entries : entries.filter(({ title }) => foldTitle(title) === foldTitle(name))
  return { found: fits.map((entry) => ({ entry, locale: own })) }
}

const foldTitle = (text: string) => text.trim().toLowerCase()

function ambiguousPost(name: string, found: readonly PostFound[]): Envelope<never> {
  const list = found.slice(0, LISTED).map(({ model, entry }) => `${entry.id} in ${model.id}`)
  return fail('ambiguous_post', `${found.length} posts are called “${name.slice(0, 80)}”: ${list.join(', ')}.`, {
    path: '/postSlug',
    hint: 'Give the slug, and collectionSlug.',
  })
}

async function unknownPost(
  { others }: CmsContext,
  model: ItemModel | undefined,
  name: string,
): Promise<Envelope<never>> {
  const read =
    model && (await others.invoke(content('content.get_content'), { model: model.id, fields: [], limit: 50 }))
  const entries = (read?.ok && read.data?.entries) || []
  const near = nearestName(name, [...entries.map(({ id }) => id), ...entries.map(({ title }) => title)])
  const meant = entries.find(({ id, title }) => id === near || title === near)
  const list = entries.slice(0, LISTED).map(({ id, title }) => `${id} (“${title.slice(0, 40)}”)`)
  const hint = meant
    ? `Did you mean ${meant.id} (“${meant.title.slice(0, 60)}”)?`
    : list.length > 0
      ? `There are ${list.join(', ')}${entries.length > list.length ? ' and more: listPosts' : ''}.`
      : 'listPosts lists them.'
  return fail('unknown_post', `There is no post “${name.slice(0, 80)}”.`, { path: '/postSlug', hint })
}

/** When visitors see a change of a post, in sentences. */
export function visibility({ site }: CmsContext, { models, model, locale }: PostFound, slug: string): string[] {
  const address = postAddress(models, model, slug, locale)
  const when = models.isReleasedByChange
    ? 'It goes online by itself.'
    : 'Visitors see it once it is released: offer site.publishContent.'
  const hasPage = pages(site).some(
    ({ template }) => template?.target.kind === 'postTypes' && template.target.tableSlugs.includes(model.id),
  )
  if (address === undefined)
    return [when, `${model.name} has no pages on the site yet: content.setRoute and site.addEntryPages make them.`]
  return hasPage ? [when] : [when, `${address} is not there yet: site.addEntryPages makes the pages of ${model.name}.`]
}
