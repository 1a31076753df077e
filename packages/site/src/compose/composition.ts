import type { View } from '@atelier/documents'
import { homePage, type PageEntry, page, pages } from '../document/pages.ts'
import type { PageNode, PageTree } from '../document/tree.ts'
import { mediaSource } from '../loop/media.ts'
import { pagesSource } from '../loop/pages.ts'
import type { LoopEntry, LoopSource } from '../loop/source.ts'

/**
 * What a composed page depends on beside its own document and its own entry in the site: another document's tree, which
 * templates there are, the parameters of a component, the list of pages or media, the site's settings.
 */
export type Dependency = `document:${string}` | `component:${string}` | 'templates' | 'pages' | 'media' | 'settings'

/** What pages are composed from, at one moment: whoever gives it makes a new one once a document has changed. */
export interface Composition {
  readonly site: View
  /** The tree of a page, template or component; undefined if there is none. */
  tree(documentId: string): PageTree | undefined
  /** What loops can read from beside the pages and the media. */
  readonly sources?: readonly LoopSource[]
  /** Told of everything that was read, as often as it was: render again what noted a dependency that has changed. */
  note?(dependency: Dependency): void
}

/** What follows from the documents of a composition, worked out once for all its pages. */
export interface Moment {
  readonly templates: readonly PageEntry[]
  readonly homeId: string | undefined
  /** What loops go through, by source, and what their queries find, by source and query. */
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

/** The sources of a composition: those that every site has first. */
export function sourcesOf({ sources = [] }: Pick<Composition, 'sources'>): readonly LoopSource[] {
  return [pagesSource, mediaSource, ...sources]
}

export function componentEntry({ site }: Pick<Composition, 'site'>, id: string): PageEntry | undefined {
  const entry = page(site, id)
  return entry?.kind === 'component' ? entry : undefined
}
