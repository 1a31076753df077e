import type { Draft, DraftSet } from '@atelier/documents'
import type { OperationContext } from '@atelier/operation'
import type { SiteServices } from './services.ts'
import type { ViewSurface } from './surface.ts'

/** Where the editor stood when a run began, or where a person's own call is aimed. Ids may be stale. */
export interface EditorContext {
  /** The page that is open; operations without a document fall back to the home page. */
  documentId?: string
  selectedNodeId?: string
  activeBreakpointId?: string
}

/** What an operation of the site scope works on. */
export interface SiteContext extends OperationContext {
  /** The shell: settings, breakpoints, tokens, styles, page list. */
  readonly site: Draft
  /** The id of the site's document, if it is known. */
  readonly siteId?: string
  readonly drafts: DraftSet
  readonly editor: EditorContext
  /** Only on the server. */
  readonly services?: SiteServices
  /** Only where a `view` operation runs: where pages are rendered. */
  readonly view?: ViewSurface
}
