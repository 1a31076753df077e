import type { Workflow } from '../model/definition.ts'

/**
 * Where an edit goes: into the content as it is, or onto a branch that is reviewed first. A branch that the caller names
 * is always written on.
 * @param caller `capabilities` absent where nothing is restricted; users who may change models, an owner or an admin,
 * need no review
 */
export function writesTo(caller: {
  workflow: Workflow
  capabilities?: ReadonlySet<string> | undefined
  branch?: string | undefined
}): 'live' | 'branch' {
  if (caller.branch !== undefined) return 'branch'
  const unreviewed = caller.workflow === 'auto-merge' || (caller.capabilities?.has('content.model') ?? true)
  return unreviewed ? 'live' : 'branch'
}
