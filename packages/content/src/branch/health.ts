import { type ContentConfig, configDefaults } from '../model/definition.ts'

export interface BranchHealth {
  /** How many branches are open. */
  open: number
  warnLimit: number
  blockLimit: number
  /** `warn`: some should be reviewed. `blocked`: no further one is opened; open ones can be written on. */
  state: 'healthy' | 'warn' | 'blocked'
  message: string
}

type Limits = Pick<ContentConfig, 'branchWarnLimit' | 'branchBlockLimit'>

/** How many branches wait for a review, against the limits of the project. */
export function branchHealth(open: number, limits: Limits = {}): BranchHealth {
  const warnLimit = limits.branchWarnLimit ?? configDefaults.branchWarnLimit
  const blockLimit = limits.branchBlockLimit ?? configDefaults.branchBlockLimit
  const state = open >= blockLimit ? 'blocked' : open >= warnLimit ? 'warn' : 'healthy'
  const count = `${open} ${open === 1 ? 'branch is' : 'branches are'} open.`
  const message = {
    healthy: count,
    warn: `${count} From ${blockLimit} on no further one can be opened: merge or reject some.`,
    blocked: `${count} No further one can be opened before some are merged or rejected.`,
  }[state]
  return { open, warnLimit, blockLimit, state, message }
}
