import type { ScopeTypes } from '@atelier/agent'
import type { Documents, DraftSet } from '@atelier/documents'

/** The document access that the scope `content` uses. */
export interface ContentTypes extends ScopeTypes {
  drafts: DraftSet
  documents: Pick<Documents, 'inProject' | 'changes'>
}
