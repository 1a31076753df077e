import type { View } from '@atelier/documents'
import { homePage, type PageEntry, page, pages } from '../document/pages.ts'
import type { PageNode, PageTree } from '../document/tree.ts'
import { mediaSource } from '../loop/media.ts'
import { pagesSource } from '../loop/pages.ts'
import type { LoopEntry, LoopSource } from '../loop/source.ts'

/**
 * A dependency of a composed page other than its own document and its own entry in the site: another document's tree, which
 * templates there are, the parameters of a component, the list of pages or media, the site's settings.
 */
export type Dependency = `document:${string}` | `component:${string}` | 'templates' | 'pages' | 'media' | 'settings'

/** The input of a composition at one moment: the caller creates a new one when a document changes. */
export interface Composition {
  readonly site: View
  /** The tree of a page, template or component; undefined if there is none. */
  tree(documentId: string): PageTree | undefined
  /** The sources that loops can read in addition to the pages and the media. */
  readonly sources?: readonly LoopSource[]
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

/** The sources of a composition: the built-in ones first. */
export function sourcesOf({ sources = [] }: Pick<Composition, 'sources'>): readonly LoopSource[] {
  return [pagesSource, mediaSource, ...sources]
}

export function componentEntry({ site }: Pick<Composition, 'site'>, id: string): PageEntry | undefined {
  const entry = page(site, id)
  return entry?.kind === 'component' ? entry : undefined
}
