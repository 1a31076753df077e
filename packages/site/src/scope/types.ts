import type { ScopeTypes } from '@atelier/agent'
import type { Documents, DraftSet } from '@atelier/documents'
import type { ViewSurface } from '../context/surface.ts'

/** The document access that the scope `site` uses. */
export interface SiteTypes extends ScopeTypes {
  drafts: DraftSet
  documents: Pick<Documents, 'inProject' | 'changes'>
  surface: ViewSurface
}
