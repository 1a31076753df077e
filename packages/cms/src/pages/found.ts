import { type Envelope, fail, stripEnd } from '@atelier/operation'
import { homePage } from '@atelier/site'
import { type Static, Type } from 'typebox'
import type { CmsContext } from '../context/context.ts'
import type { SearchItem } from '../search/item.ts'
import type { SearchAnswer, SearchFilter } from '../search/wordIndex.ts'
import { addressOfPage, sitePages } from './pages.ts'

/** The kind of thing that a search is about; all if absent. `post` is the same as `entry`. */
export const FoundType = Type.Enum(['page', 'section', 'entry', 'post', 'collection', 'image', 'menu'])

/** Filters of a search, which apply before its limit. */
export const filterInput = {
  pageId: Type.Optional(Type.String({ maxLength: 300 })),
  collectionSlug: Type.Optional(Type.String({ maxLength: 200 })),
  locale: Type.Optional(Type.String({ maxLength: 20 })),
  status: Type.Optional(Type.String({ maxLength: 40 })),
}

/** A thing as a search answers with it. */
export const FoundView = Type.Object({
  /** An entry's id begins with its collection: `post/bread`. */
  id: Type.String(),
  type: Type.String(),
  name: Type.String(),
  /** The path of a page or a file, the id of an entry in its collection, or where an item of a menu leads. */
  slug: Type.Optional(Type.String()),
  /** The page that holds it, or that an item of a menu leads to. */
  pageId: Type.Optional(Type.String()),
  pageName: Type.Optional(Type.String()),
  collectionSlug: Type.Optional(Type.String()),
  collectionName: Type.Optional(Type.String()),
  locale: Type.Optional(Type.String()),
  status: Type.Optional(Type.String()),
})

export const NearestWords = Type.Optional(Type.Array(Type.Object({ asked: Type.String(), taken: Type.String() })))

/** Runs a search for an operation. A query without words, or a page that there is not, is refused. */
export async function searchSite(
  context: CmsContext,
  query: string,
  { kind, ...filter }: Omit<SearchFilter, 'kinds'> & { kind?: string | undefined },
  limit: number,
): Promise<{ found: SearchAnswer; refused?: undefined } | { found?: undefined; refused: Envelope<never> }> {
  if (!context.search) return { refused: fail('unavailable', 'There is no search here.', { hint: 'Ask the server.' }) }
  if (!/[\p{L}\p{N}]/u.test(query)) {
    const hint = 'Send words of what is looked for.'
    return { refused: fail('empty_query', 'The query has no words.', { path: '/query', hint }) }
  }
  const kinds = kind === undefined ? undefined : new Set([kindNames[kind] ?? kind])
  return { found: await context.search(query, { ...filter, kinds }, limit) }
}

const kindNames: Readonly<Record<string, string>> = { post: 'entry', menu: 'menuItem' }

/** Whether two addresses lead to the same page: one may end with a slash or the name of an index file. */
const isSamePath = (address: string, other: string | undefined): boolean =>
  other !== undefined && plainPath(address) === plainPath(other)

const plainPath = (path: string): string => stripEnd(path.replace(/(?:index)?\.html$/, ''), '/')

/** A found thing in the words of this scope. */
export function foundView(context: CmsContext, item: SearchItem): Static<typeof FoundView> {
  const homeId = homePage(context.site)?.id
  const { kind, id, name, slug, where, model, modelName, locale, status } = item
  const page = sitePages(context).find((each) =>
    kind === 'menuItem' ? isSamePath(addressOfPage(context, each, homeId), slug) : each.id === where,
  )
  const isEntry = kind === 'entry' && model !== undefined
  return {
    id: isEntry ? `${model}/${id}` : id,
    type: kind === 'menuItem' ? 'menu' : kind,
    name,
    ...(slug === undefined ? (isEntry ? { slug: id } : {}) : { slug }),
    ...(page === undefined ? {} : { pageId: page.id, pageName: page.title }),
    ...(model === undefined ? {} : { collectionSlug: model }),
    ...(modelName === undefined ? {} : { collectionName: modelName }),
    ...(locale === undefined || locale === '*' ? {} : { locale }),
    ...(status === undefined ? {} : { status }),
  }
}
