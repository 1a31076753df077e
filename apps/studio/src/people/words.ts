import type { MemberRole, Policy, ProjectMembership, WorkspaceRole } from '@atelier/api'
import type { AccessChoice } from '../api/index.ts'
import * as strings from './strings.ts'

export const workspaceRoles: readonly { value: WorkspaceRole; label: string; hint: string }[] = [
  { value: 'member', label: strings.member, hint: strings.onlyTheProjectsThatYouChoose },
  { value: 'admin', label: strings.admin, hint: strings.everyProjectAiProvidersAndPeople },
  { value: 'owner', label: strings.owner, hint: strings.everythingAndMakesAndRemovesOwners },
]

export const memberRoles: readonly { value: MemberRole; label: string; hint: string }[] = [
  { value: 'editor', label: strings.editor, hint: strings.editsLetsTheAgentEditPublishes },
  { value: 'reviewer', label: strings.reviewer, hint: strings.readsAsksTheAgentReviews },
  { value: 'viewer', label: strings.viewer, hint: strings.readsAndAsksTheAgent },
]

/** A role as text in a sentence or a list. */
export function roleLabel(role: string): string {
  return [...workspaceRoles, ...memberRoles].find(({ value }) => value === role)?.label ?? role
}

/** The roles that a user may assign: only an owner makes owners. */
export function rolesToGive(own: string | undefined): typeof workspaceRoles {
  return own === 'owner' ? workspaceRoles : workspaceRoles.filter(({ value }) => value !== 'owner')
}

/** A user's rights, in a line: “Every project”, “Editor in Bakery · Viewer in Atlas”, “No project yet”. */
export function accessLine({ role, projects }: AccessChoice, names: ReadonlyMap<string, string>, most = 3): string {
  if (role !== 'member') return strings.everyProject
  if (projects.length === 0) return strings.noProjectYet
  const named = projects.map(({ projectId, role }) => `${roleLabel(role)} in ${names.get(projectId) ?? 'a project'}`)
  const rest = named.length - most
  return [...named.slice(0, most), ...(rest > 0 ? [strings.more(rest)] : [])].join(' · ')
}

/** The memberships with one project's role set, or removed if it is undefined. */
export function withRole(
  projects: readonly ProjectMembership[],
  projectId: string,
  role: MemberRole | undefined,
): ProjectMembership[] {
  const others = projects.filter((each) => each.projectId !== projectId)
  return role ? [...others, { projectId, role }] : others
}

/** When something ends, to the nearest day: “expires in 7 days”, “expires tomorrow”; “expired” once it is past. */
export function untilWhen(at: number, now: number = Date.now()): string {
  if (at <= now) return 'expired'
  const days = Math.round((at - now) / 86_400_000)
  return `expires ${new Intl.RelativeTimeFormat('en', { numeric: 'auto' }).format(days, 'day')}`
}

/** The initials of a user, one or two letters. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/)
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? '')][0] ?? '')
  return letters.join('').toUpperCase()
}

/** The API keys that go with a member, as the end of a sentence: “, and their 2 API keys”; nothing for none. */
export function keysInWords(count: number): string {
  if (count === 0) return ''
  return count === 1 ? ', and their API key' : `, and their ${count} API keys`
}

/** A policy in words: the action that needs no question, and its extent. */
export function policyInWords({
  reach,
  summary,
  operation = '',
  projectName = 'a project',
  sessionTitle = strings.newChat,
}: Pick<Policy, 'reach' | 'summary' | 'operation' | 'projectName' | 'sessionTitle'>): { what: string; where: string } {
  return reach === 'operation'
    ? { what: summary ?? operation, where: `in ${projectName}` }
    : { what: 'Everything', where: `in the chat “${sessionTitle}”` }
}

/** The choice with another role; as it is if `roles` does not offer that one. */
export function changeRole(value: AccessChoice, roles: typeof workspaceRoles, next: string): AccessChoice {
  const role = roles.find((each) => each.value === next)?.value
  return role ? { ...value, role } : value
}

/** The choice with another role in one project; anything that is no role takes the project away. */
export function changeProjectRole(value: AccessChoice, projectId: string, next: string): AccessChoice {
  const role = memberRoles.find((each) => each.value === next)?.value
  return { ...value, projects: withRole(value.projects, projectId, role) }
}
