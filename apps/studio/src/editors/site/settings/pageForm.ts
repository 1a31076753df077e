import { type DataBlock, DIRECTIONS, dataBlockProblem, type PageSettings, pathSlug } from '@atelier/site'

/** The slug of the home page. Its path is empty and does not change. */
const home = 'index'

/** The values typed into a page's settings. Empty texts count as not set. */
export type PageForm = ReturnType<typeof pageForm>

/** The form as it opens. */
export function pageForm({ title, slug }: { title: string; slug: string }, now: PageSettings) {
  return {
    title,
    slug: slug === home ? '' : slug,
    metaTitle: now.metaTitle ?? '',
    description: now.description ?? '',
    canonical: now.canonical ?? '',
    language: now.language ?? '',
    direction: directionIn(now.direction),
    themeColor: now.themeColor ?? '',
    ogTitle: now.ogTitle ?? '',
    ogDescription: now.ogDescription ?? '',
    ogImage: now.ogImage ?? '',
    noindex: now.noindex ?? false,
    hidden: now.hidden ?? false,
    inFeed: now.inFeed ?? false,
    data: now.data ?? [],
  }
}

/** A direction of text as it is stored; undefined for that of the language. */
export function directionIn(text: string | undefined): Direction | undefined {
  return DIRECTIONS.find((each) => each === text)
}
type Direction = (typeof DIRECTIONS)[number]

/** The problem of each block of data, as a sentence; undefined where there is none. */
export const dataProblems = (blocks: readonly DataBlock[]): (string | undefined)[] => blocks.map(dataBlockProblem)

/** The form's values as `setPageSettings` takes them. */
export function pageInput({ title: _title, slug: _slug, direction, data, ...texts }: PageForm) {
  return { ...texts, direction: direction ?? null, data: data.filter(({ text }) => text.trim() !== '') }
}

export type PageFlag = 'noindex' | 'hidden' | 'inFeed'
/** The fields of the form that hold one line or more of text. */
export type PageText = Exclude<keyof PageForm, PageFlag | 'direction' | 'data'>

/**
 * The path change that a typed path means for a page of this slug: whether it is the home page, which stays; the slug it
 * would have; and whether that is another one. An empty path keeps the slug, so that no page becomes the home page by
 * accident.
 */
export function pathChange(slug: string, typed: string): { isHome: boolean; next: string; moves: boolean } {
  const isHome = slug === home
  const next = typed.trim() === '' ? slug : pathSlug(typed)
  return { isHome, next, moves: !isHome && next !== slug }
}

/** The new name and path of a page for `renamePage`; undefined if neither changes. An empty title keeps the old one. */
export function pageRename(
  { title, slug }: { title: string; slug: string },
  form: Pick<PageForm, 'title' | 'slug'>,
): { title: string; slug?: string } | undefined {
  const { moves } = pathChange(slug, form.slug)
  const named = form.title.trim()
  if (named === title && !moves) return undefined
  return { title: named || title, ...(moves ? { slug: form.slug } : {}) }
}
