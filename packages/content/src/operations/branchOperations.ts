import { branch_health } from './branch_health.ts'
import { createBranch } from './createBranch.ts'
import { list_branches } from './list_branches.ts'
import { merge_branch } from './merge_branch.ts'
import { reject_branch } from './reject_branch.ts'
import { scheduleBranch } from './scheduleBranch.ts'

/** Those about branches themselves, with the types that they were defined with. */
export const branchOperations = [
  list_branches,
  merge_branch,
  reject_branch,
  branch_health,
  createBranch,
  scheduleBranch,
] as const
