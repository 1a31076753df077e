import type { Workflow } from '../model/definition.ts'

/** The roles that the workflow `review` lets write without one. */
const unreviewed = ['owner', 'admin']

/**
 * Where an edit goes: into the content as it is, or onto a branch that is reviewed first. A branch that the caller names
 * is always written on.
 */
export function writesTo(caller: { workflow: Workflow; role: string; branch?: string | undefined }): 'live' | 'branch' {
  if (caller.branch !== undefined) return 'branch'
  return caller.workflow === 'auto-merge' || unreviewed.includes(caller.role) ? 'live' : 'branch'
}
