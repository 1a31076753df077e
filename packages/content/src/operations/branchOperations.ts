import { branch_health } from './branches/branchHealth.ts'
import { createBranch } from './branches/createBranch.ts'
import { list_branches } from './branches/listBranches.ts'
import { merge_branch } from './branches/mergeBranch.ts'
import { reject_branch } from './branches/rejectBranch.ts'
import { scheduleBranch } from './branches/scheduleBranch.ts'

/** Those about branches themselves, with the types that they were defined with. */
export const branchOperations = [
  list_branches,
  merge_branch,
  reject_branch,
  branch_health,
  createBranch,
  scheduleBranch,
] as const
