import type { Phase } from '../src/context/phase.ts'

/** The tables of the reference that operations are compared with, as it has them. */

export const roles = ['viewer', 'reviewer', 'editor', 'admin', 'owner'] as const
export type Role = (typeof roles)[number]

type Behavior = 'auto-merge' | 'workflow-dependent' | 'manual' | 'none'

/** Tool, phases, workflow. */
const inventory = `
list_models all none
get_content active none
save_content active workflow-dependent
delete_content active workflow-dependent
save_model active workflow-dependent
validate all none
list_branches active,init_pending,error none
merge_branch active,init_pending manual
reject_branch active,init_pending manual
init_project uninitialized auto-merge
copy_locale active workflow-dependent
brain_query active none
brain_search active none
search_media active none
upload_media active none
get_media active none
update_status active workflow-dependent
update_media active none
delete_media active none
branch_health active,init_pending,error none
relation_expand active none
vocabulary active workflow-dependent
add_locale active workflow-dependent
delete_model active workflow-dependent
brain_analyze active none
validate_schema active none
list_submissions active none
approve_submission active workflow-dependent
reject_submission active none`

/** Tool, then yes or no for each of `roles`. */
const roleMatrix = `
list_models Yes Yes Yes Yes Yes
get_content Yes Yes Yes Yes Yes
brain_query Yes Yes Yes Yes Yes
brain_search Yes Yes Yes Yes Yes
brain_analyze Yes Yes Yes Yes Yes
validate Yes Yes Yes Yes Yes
validate_schema Yes Yes Yes Yes Yes
list_branches Yes Yes Yes Yes Yes
branch_health Yes Yes Yes Yes Yes
relation_expand Yes Yes Yes Yes Yes
search_media Yes Yes Yes Yes Yes
get_media Yes Yes Yes Yes Yes
list_submissions Yes Yes Yes Yes Yes
save_content -- -- Yes Yes Yes
delete_content -- -- Yes Yes Yes
copy_locale -- -- Yes Yes Yes
update_status -- -- Yes Yes Yes
upload_media -- -- Yes Yes Yes
update_media -- -- Yes Yes Yes
delete_media -- -- Yes Yes Yes
vocabulary -- -- Yes Yes Yes
merge_branch -- Yes -- Yes Yes
reject_branch -- Yes -- Yes Yes
approve_submission -- Yes -- Yes Yes
reject_submission -- Yes -- Yes Yes
save_model -- -- -- Yes Yes
init_project -- -- -- Yes Yes
add_locale -- -- -- Yes Yes
delete_model -- -- -- Yes Yes`

type Transition = 'all but init_project' | readonly string[]

/** The transition rules: which tools beside those that read only are allowed. They win over the phases of the inventory. */
const transitions: Readonly<Record<Phase, Transition>> = {
  uninitialized: ['init_project'],
  init_pending: ['merge_branch', 'reject_branch'],
  active: 'all but init_project',
  error: ['merge_branch', 'reject_branch'],
}

export interface Tool {
  name: string
  /** Nobody who only looks may change something: it is a read where every role may call it. */
  isRead: boolean
  /** Those in which the inventory has it. */
  inventory: readonly string[]
  workflow: Behavior
  mayCall(role: Role): boolean
  isAllowedIn(phase: Phase): boolean
}

const behaviors: readonly Behavior[] = ['auto-merge', 'workflow-dependent', 'manual', 'none']
const rowsOf = (table: string): string[][] =>
  table
    .trim()
    .split('\n')
    .map((line) => line.split(' '))

const rolesOf = new Map(
  rowsOf(roleMatrix).map(([name = '', ...cells]) => [name, roles.filter((_, at) => cells[at] === 'Yes')]),
)

/** Both tables in one: every tool with the roles, the phases and the workflow that the reference has for it. */
export const tools: readonly Tool[] = rowsOf(inventory).map(([name = '', phases = '', behavior = '']) => {
  const allowed = rolesOf.get(name) ?? []
  const isRead = allowed.length === roles.length
  return {
    name,
    isRead,
    inventory: phases === 'all' ? Object.keys(transitions) : phases.split(','),
    workflow: behaviors.find((each) => each === behavior) ?? 'none',
    mayCall: (role) => allowed.includes(role),
    isAllowedIn(phase) {
      const rule = transitions[phase]
      if (isRead) return true
      return rule === 'all but init_project' ? name !== 'init_project' : rule.includes(name)
    },
  }
})

/** The names in the role matrix, which are those of the inventory. */
export const namesOfMatrix: readonly string[] = [...rolesOf.keys()]
