import { agentCapabilities } from '@atelier/agent'
import type { ProjectRole } from '@atelier/api'
import { type Capability, documentCapabilities } from '@atelier/operation'
import { siteCapabilities } from '@atelier/site'

/** What this server asks for itself, beside what the packages declare. */
const workspaceCapabilities = ['workspace.manage'] as const

declare module '@atelier/operation' {
  interface Capabilities extends Record<(typeof workspaceCapabilities)[number], true> {}
}

const all: ReadonlySet<Capability> = new Set([
  ...documentCapabilities,
  ...agentCapabilities,
  ...siteCapabilities,
  ...workspaceCapabilities,
])
const reading: ReadonlySet<Capability> = new Set(['ai.chat', 'document.read'])
const editing: ReadonlySet<Capability> = new Set([...reading, 'ai.tools.write', 'document.write', 'project.publish'])

/** Each role's capabilities (design 9). */
const sets: Record<ProjectRole, ReadonlySet<Capability>> = {
  viewer: reading,
  reviewer: reading,
  editor: editing,
  admin: all,
  owner: all,
}

/** What a person of `role` may do; through a key, what both the person and a person of the key's role may do. */
export function capabilitiesOf(role: ProjectRole, key?: ProjectRole): ReadonlySet<Capability> {
  return key ? sets[role].intersection(sets[key]) : sets[role]
}

/** Of roles with the same capabilities, the first one is shown. */
const shownFirst: readonly ProjectRole[] = ['viewer', 'reviewer', 'editor', 'admin', 'owner']

/** The role that a caller is shown: whichever of the two has exactly the caller's rights, the person's if neither has. */
export function roleOf(role: ProjectRole, key?: ProjectRole): ProjectRole {
  const { size } = capabilitiesOf(role, key)
  const shown = shownFirst.find((each) => (each === role || each === key) && sets[each].size === size)
  return shown ?? role
}
