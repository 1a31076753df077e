import type { ChangedDocument } from '@atelier/documents'
import type { Capability } from '@atelier/operation'
import { SUBMISSION } from '../context/services.ts'
import type { Workflow } from '../model/definition.ts'
import { contentRules } from './valueRules.ts'

/** A change of one document of content, of whatever kind of commit. */
export type ContentChange = Pick<ChangedDocument, 'documentId' | 'kind' | 'patches' | 'before' | 'after'> & {
  event: 'created' | 'changed' | 'removed' | 'restored'
}

export interface ContentCaller {
  capabilities: ReadonlySet<Capability>
  workflow: Workflow
  /** Whether the caller has opened a branch. */
  isOwnBranch(documentId: string): boolean
}

/**
 * Returns the capability that a caller lacks to make a change of content: the same for doing, undoing and redoing it.
 * @returns the first capability that is missing; undefined if the change may be made
 */
export function lackingFor(changes: readonly ContentChange[], caller: ContentCaller): Capability | undefined {
  const onBranch = changes.some(({ kind }) => kind === 'branch')
  for (const change of changes) {
    const lacks = lackingForOne(change, onBranch, caller)
    if (lacks !== undefined) return lacks
  }
  return undefined
}

function lackingForOne(change: ContentChange, onBranch: boolean, caller: ContentCaller): Capability | undefined {
  const { capabilities } = caller
  const needed = (capability: Capability) => (capabilities.has(capability) ? undefined : capability)
  const isDecision = onBranch && capabilities.has('content.review')
  const live = () =>
    isDecision ? undefined : needed(caller.workflow === 'review' ? 'content.model' : 'document.write')
  switch (change.kind) {
    case 'branch':
      return isReviewed(change, caller) || !capabilities.has('document.write') ? needed('content.review') : undefined
    case 'content':
      for (const { key } of change.patches) {
        const capability = contentRules.capability(key)
        const lacks = capability ? needed(capability) : key.startsWith('list:') ? needed('document.write') : live()
        if (lacks !== undefined && !(isDecision && capability === undefined)) return lacks
      }
      return change.event === 'changed' ? undefined : needed('content.model')
    case 'entry':
      // A submission is approved with its entry, and waits again without it.
      if (change.event !== 'changed' && [change.before, change.after].some((view) => view.has(SUBMISSION)))
        return needed('content.review') ?? (caller.workflow === 'review' ? live() : undefined)
      return change.event === 'changed' && change.patches.length === 0 ? undefined : live()
    default:
      return undefined
  }
}

/** Whether a change of a branch decides on it, or on a submission that it holds. */
function isReviewed({ documentId, patches }: ContentChange, { isOwnBranch }: ContentCaller): boolean {
  return patches.some(({ key, before, after }) => {
    if (key.startsWith('merge_') || key.endsWith(`/${SUBMISSION}`)) return true
    if (key !== 'state' || before === undefined || after === undefined) return false
    // Whoever opened a branch may take that back.
    return !(before === 'open' && after === 'rejected' && isOwnBranch(documentId))
  })
}
