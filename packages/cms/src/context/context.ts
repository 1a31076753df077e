import type { ContentOperation } from '@atelier/content'
import { makeHandles, type OtherOperations } from '@atelier/operation'
import type { ContentSource, SiteContext, SiteOperation } from '@atelier/site'
import type { Recalled } from '../memory/recall.ts'
import type { Clock } from '../memory/times.ts'
import type { ToolFacts } from '../memory/tools.ts'
import type { SearchAnswer, SearchFilter } from '../search/wordIndex.ts'
import type { OnlineSite } from './online.ts'

/** The context of an operation of the assistant: the site, and the operations of the other scopes. */
export interface CmsContext extends SiteContext {
  readonly others: OtherOperations
  /** The time of the person, for what they mean by today. */
  clock(): Clock
  /** Searches pages, sections, entries, files and menus by words; undefined if no search is at hand here. */
  search?: ((query: string, filter: SearchFilter, limit: number) => Promise<SearchAnswer>) | undefined
  /**
   * The site as visitors see it; `nothing` if it was never published, `unknown` if the version of its release is no longer
   * kept. Absent if releases are not at hand here.
   */
  online?: (() => Promise<OnlineSite | 'nothing' | 'unknown'>) | undefined
  /** The content as visitors may see it now, which pages show; undefined if there is none. */
  siteContent?: (() => Promise<ContentSource | undefined>) | undefined
  /** The address at which a person sees a page before it is online; absent if there is none here. */
  previewUrl?: ((pageId: string) => string) | undefined
  /** The first of some operations, of this scope and others, that there is; undefined if there is none of them. */
  toolOf(ids: readonly string[]): ToolFacts | undefined
  /** Notes that the call shows an element of a document with all in it, or a page with its settings. */
  shows(shown: { documentId: string; nodeId: string } | { pageId: string }): void
  /** The memory of the conversation; undefined for a call that belongs to none. */
  recall(): Promise<Recalled | undefined>
}

/** The handle of an operation of the site. */
export const site = makeHandles<SiteOperation>()

/** The handle of an operation of content. */
export const content = makeHandles<ContentOperation>()
