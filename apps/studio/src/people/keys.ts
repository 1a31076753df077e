import type { ProjectRole } from '@atelier/api'
import * as strings from './strings.ts'
import { memberRoles } from './words.ts'

interface RoleChoice {
  value: ProjectRole
  label: string
  hint: string
}

/** Stands for all projects in the list of projects that a key may be for. */
export const everywhere = 'all'

const admin: RoleChoice = { value: 'admin', label: strings.admin, hint: strings.everyProjectAndAiProviders }
const owner: RoleChoice = { value: 'owner', label: strings.owner, hint: strings.everythingThatAKeyMayDo }

/** The roles that one's own key may have: at most one's own. */
export function keyRoles(own: string | undefined): readonly RoleChoice[] {
  if (own === 'owner') return [...memberRoles, admin, owner]
  return own === 'admin' ? [...memberRoles, admin] : memberRoles
}

/** The chosen one of `roles`; editor if it is none of them. */
export function roleOf(roles: readonly RoleChoice[], chosen: string): ProjectRole {
  return roles.find(({ value }) => value === chosen)?.value ?? 'editor'
}

/** The body of the request, or the fault of the name. */
export function keyBody({
  name,
  role,
  project,
}: {
  name: string
  role: ProjectRole
  /** The id of a project, or `everywhere`. */
  project: string
}): { ok: true; body: { name: string; role: ProjectRole; projectIds?: string[] } } | { ok: false; problem: string } {
  const given = name.trim()
  if (given === '') return { ok: false, problem: strings.sayWhatTheKeyIsFor }
  return { ok: true, body: { name: given, role, ...(project === everywhere ? {} : { projectIds: [project] }) } }
}
