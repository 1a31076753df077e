import { type Envelope, fail, nearestName } from '@atelier/operation'
import { type CmsContext, content } from '../context/context.ts'

/** A model whose entries are items of a site, as `list_models` describes it. */
export interface ItemModel {
  id: string
  name: string
  kind: 'collection' | 'document'
  i18n: boolean
  titleField: string | undefined
  /** The types of its fields by name. */
  fields: ReadonlyMap<string, string>
  entries: number
  /** Where its entries have pages on the site: `blog` for `/blog/<slug>/`. */
  route: string | undefined
}

export interface ItemModels {
  models: readonly ItemModel[]
  /** Absent if the project has no content. */
  mainLocale: string | undefined
  /** Whether each published change goes online by itself. */
  isReleasedByChange: boolean
}

export type Found<Value> = { found: Value; refused?: undefined } | { found?: undefined; refused: Envelope<never> }

/** The most pages of models that are read. */
const MOST_PAGES = 10
const LISTED = 20

/** The models of a project whose entries are items; singletons and dictionaries are none. */
export async function readItemModels({ others }: CmsContext): Promise<Found<ItemModels>> {
  const models: ItemModel[] = []
  let cursor: string | undefined
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const read = await others.invoke(content('content.list_models'), cursor === undefined ? {} : { cursor })
    if (!read.ok) return { refused: read }
    const { models: listed = [], default_locale: mainLocale, release } = read.data ?? {}
    for (const { id, name, kind, i18n, title_field: titleField, fields, entries, route } of listed) {
      if (kind !== 'collection' && kind !== 'document') continue
      const types = Object.entries(fields).map(([field, type]) => [field, type.replace(/\*$/, '')] as const)
      models.push({ id, name, kind, i18n, titleField, fields: new Map(types), entries, route })
    }
    cursor = read.data?.cursor
    if (cursor === undefined) return { found: { models, mainLocale, isReleasedByChange: release === 'change' } }
  }
  return { refused: fail('too_many_models', 'The project has more models than are read here.', { hint: 'Name one.' }) }
}

/** The part that a field plays in a post. */
export type PostPart = 'excerpt' | 'cover' | 'category' | 'tags' | 'author'

const LISTS = ['array', 'relations']
const ONE = ['string', 'text', 'select', 'relation']

/** The names and types of the fields that play a part, the likeliest names first. */
const parts: Readonly<Record<PostPart, { names: readonly string[]; types: readonly string[] }>> = {
  excerpt: { names: ['excerpt', 'summary', 'description', 'teaser', 'lead', 'intro'], types: ['string', 'text'] },
  cover: {
    names: ['cover', 'featured_image', 'image', 'picture', 'photo', 'hero', 'thumbnail'],
    types: ['image', 'file'],
  },
  category: { names: ['category', 'categories', 'topic', 'topics', 'section'], types: [...ONE, ...LISTS] },
  tags: { names: ['tags', 'keywords', 'labels'], types: [...LISTS, 'string', 'text'] },
  author: { names: ['author', 'authors', 'written_by', 'by'], types: [...ONE, ...LISTS] },
}

/** The field of a model that plays a part in its posts; undefined if there is none. */
export function fieldForPart({ fields }: ItemModel, part: PostPart): { name: string; type: string } | undefined {
  const { names, types } = parts[part]
  const fits = (name: string) => types.includes(fields.get(name) ?? '')
  const named = names.find(fits)
  const name = named ?? (part === 'cover' ? [...fields.keys()].find((each) => fields.get(each) === 'image') : undefined)
  return name === undefined ? undefined : { name, type: fields.get(name) ?? '' }
}

/** The field with the text of a post; undefined if the model has no long text. */
export function bodyField({ kind, fields }: ItemModel): string | undefined {
  const isLong = (name: string) => fields.get(name) === 'markdown' || fields.get(name) === 'richtext'
  if (kind === 'document' || isLong('body')) return 'body'
  return [...fields.keys()].find(isLong)
}

const POST_NAMES =
  /^(?:blog[-_]?)?(?:posts?|articles?|news|blog|stories|story|beitrag|beitraege|yazi|yazilar|haber|haberler)$/

/**
 * The model of a call's posts: the one that it names, otherwise the one with a route and a long text. Among several the
 * one that is called after posts, otherwise none is chosen.
 */
export function postModel(context: CmsContext, { models }: ItemModels, slug: string | undefined): Found<ItemModel> {
  if (slug !== undefined) return modelNamed(models, slug)
  const withText = models.filter((model) => bodyField(model) !== undefined)
  const routed = withText.filter(({ route }) => route !== undefined)
  const candidates = routed.length > 0 ? routed : withText
  const called = candidates.filter(({ id }) => POST_NAMES.test(id))
  const [only, ...others] = called.length > 0 ? called : routed
  if (only && others.length === 0) return { found: only }
  if (!only) return { refused: noPosts(context) }
  const list = candidates.slice(0, LISTED).map(({ id }) => id)
  return {
    refused: fail('ambiguous_collection', 'Several collections hold posts.', {
      path: '/collectionSlug',
      hint: `Name one: ${list.join(', ')}.`,
    }),
  }
}

/** The model of an id, a name or a route. */
export function modelNamed(models: readonly ItemModel[], name: string): Found<ItemModel> {
  const wanted = name.trim().toLowerCase()
  const byId = models.find(({ id }) => id.toLowerCase() === wanted)
  const found = byId ?? models.find((each) => each.name.toLowerCase() === wanted || each.route === wanted)
  if (found) return { found }
  const ids = models.map(({ id }) => id)
  const near = nearestName(name, ids)
  const known = ids.length === 0 ? 'There are none yet.' : `There are ${ids.slice(0, LISTED).join(', ')}.`
  return {
    refused: fail('unknown_collection', `There is no collection “${name.slice(0, 80)}”.`, {
      path: '/collectionSlug',
      hint: near === undefined ? known : `Did you mean “${near}”?`,
    }),
  }
}

/** The refusal of a call for posts in a project that has none. */
function noPosts({ capabilities }: CmsContext): Envelope<never> {
  const maySetUp = capabilities?.has('content.model') ?? true
  return fail('no_posts', 'The project has no collection for posts yet.', {
    hint: maySetUp
      ? 'If the person wants a blog, call call_operation with cms.setUpPosts; then try again.'
      : 'An admin of the project has to set posts up first. Say so.',
  })
}
