import type { Draft, DraftSet } from '@atelier/documents'
import type { OperationContext } from '@atelier/operation'
import type { SiteServices } from './services.ts'
import type { ViewSurface } from './surface.ts'

/** The state of the editor when a run began, or the target of a user's own call. Ids may be stale. */
export interface EditorContext {
  /** The page that is open; operations without a document fall back to the home page. */
  documentId?: string
  selectedNodeId?: string
  activeBreakpointId?: string
}

/** The context of an operation of the site scope. */
export interface SiteContext extends OperationContext {
  /** The shell: settings, breakpoints, tokens, styles, page list. */
  readonly site: Draft
  /** The id of the site's document, if it is known. */
  readonly siteId?: string
  readonly drafts: DraftSet
  readonly editor: EditorContext
  /** Only on the server. */
  readonly services?: SiteServices
  /** The surface that renders pages; only for `view` operations. */
  readonly view?: ViewSurface
}
