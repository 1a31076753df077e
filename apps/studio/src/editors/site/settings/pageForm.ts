import { type PageSettings, pathSlug } from '@atelier/site'

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
    ogTitle: now.ogTitle ?? '',
    ogDescription: now.ogDescription ?? '',
    ogImage: now.ogImage ?? '',
    noindex: now.noindex ?? false,
    hidden: now.hidden ?? false,
    inFeed: now.inFeed ?? false,
  }
}

export type PageFlag = 'noindex' | 'hidden' | 'inFeed'

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
