import type { View } from '@atelier/documents'
import type { ContentView } from '../context/content.ts'
import { homePage, type PageEntry, page, pages } from '../document/pages.ts'
import type { PageNode, PageTree } from '../document/tree.ts'
import type { ParsedNode } from '../html/parse.ts'
import { contentSources } from '../loop/contentSource.ts'
import { localeOf } from '../loop/contentView.ts'
import { mediaSource } from '../loop/media.ts'
import { pagesSource } from '../loop/pages.ts'
import type { LoopEntry, LoopSource } from '../loop/source.ts'
import type { PartView } from '../part/view.ts'

/**
 * A dependency of a composed page other than its own document and its own entry in the site: another document's tree, which
 * templates there are, the parameters of a component, the list of pages or media, a collection of content, a CAD part, the site's settings.
 */
export type Dependency =
  | `document:${string}`
  | `component:${string}`
  | `content:${string}`
  | `part:${string}`
  | 'templates'
  | 'pages'
  | 'media'
  | 'settings'

/** The input of a composition at one moment: the caller creates a new one when a document changes. */
export interface Composition {
  readonly site: View
  /** The tree of a page, template or component; undefined if there is none. */
  tree(documentId: string): PageTree | undefined
  /** The collections that loops can read in addition to the pages and the media. */
  readonly content?: ContentView
  /**
   * Somebody's HTML as nodes, without what is refused everywhere; undefined if the element cannot hold it. It comes with
   * the content, since a tab composes pages without either.
   */
  readHtml?(html: string, parent: Pick<PageNode, 'tag' | 'ns'>): readonly ParsedNode[] | undefined
  /** The files of CAD parts; without it pages show pictures of parts as an editor serves them. */
  readonly parts?: PartView
  /** Called for every read, repeats included: render a page again when one of its dependencies changes. */
  note?(dependency: Dependency): void
}

/** Values derived from the documents of a composition, computed once for all its pages. */
export interface Moment {
  readonly templates: readonly PageEntry[]
  readonly homeId: string | undefined
  /** The entries of loops by source, and the results of their queries by source and query. */
  readonly entries: Map<string, readonly LoopEntry[]>
  /** The outlets of the templates, by document. */
  readonly outlets: Map<string, readonly PageNode[]>
  /** The ids in the HTML of components, by document. */
  readonly ids: Map<string, ReadonlySet<string>>
}

const moments = new WeakMap<Composition, Moment>()

export function momentOf(composition: Composition): Moment {
  const known = moments.get(composition)
  if (known) return known
  const { site } = composition
  const made: Moment = {
    templates: pages(site).filter(({ kind }) => kind === 'template'),
    homeId: homePage(site)?.id,
    entries: new Map(),
    outlets: new Map(),
    ids: new Map(),
  }
  moments.set(composition, made)
  return made
}

/**
 * The sources of a composition: the built-in ones first.
 * @param language that of the page, whose content is shown
 * @param locale that of the content, if it is to be another; without collections if the content has no such locale
 */
export function sourcesOf(
  { content }: Pick<Composition, 'content'>,
  language = '',
  locale?: string,
): readonly LoopSource[] {
  const builtIn = [pagesSource, mediaSource]
  if (!content || (locale !== undefined && !content.locales.supported.includes(locale))) return builtIn
  return [...builtIn, ...contentSources(content, locale ?? localeOf(language, content.locales))]
}

export function componentEntry({ site }: Pick<Composition, 'site'>, id: string): PageEntry | undefined {
  const entry = page(site, id)
  return entry?.kind === 'component' ? entry : undefined
}
