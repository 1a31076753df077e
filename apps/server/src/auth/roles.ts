import { agentCapabilities } from '@atelier/agent'
import type { ProjectRole } from '@atelier/api'
import { contentCapabilities } from '@atelier/content'
import { type Capability, documentCapabilities } from '@atelier/operation'
import { siteCapabilities } from '@atelier/site'

/** The capabilities that this server checks itself, besides those that the packages declare. */
const workspaceCapabilities = ['workspace.manage'] as const

declare module '@atelier/operation' {
  interface Capabilities extends Record<(typeof workspaceCapabilities)[number], true> {}
}

const all: ReadonlySet<Capability> = new Set([
  ...documentCapabilities,
  ...agentCapabilities,
  ...siteCapabilities,
  ...contentCapabilities,
  ...workspaceCapabilities,
])
const reading: ReadonlySet<Capability> = new Set(['ai.chat', 'document.read'])
// A reviewer's agent may write only decisions on branches: everything else needs `document.write`.
const reviewing: ReadonlySet<Capability> = new Set([...reading, 'ai.tools.write', 'content.review'])
const editing: ReadonlySet<Capability> = new Set([...reading, 'ai.tools.write', 'document.write', 'project.publish'])

/** Each role's capabilities (design 9). */
const sets: Record<ProjectRole, ReadonlySet<Capability>> = {
  viewer: reading,
  reviewer: reviewing,
  editor: editing,
  admin: all,
  owner: all,
}

/**
 * The capabilities of a person with `role`; through a key, what both the person and a person of the key's role may do.
 */
export function capabilitiesOf(role: ProjectRole, key?: ProjectRole): ReadonlySet<Capability> {
  return key ? sets[role].intersection(sets[key]) : sets[role]
}

/** If roles have the same capabilities, the first one is shown. */
const shownFirst: readonly ProjectRole[] = ['viewer', 'reviewer', 'editor', 'admin', 'owner']

/**
 * The role that a caller is shown: of those whose rights they have whole the one with the most, and of equals the person's
 * or the key's own.
 */
export function roleOf(role: ProjectRole, key?: ProjectRole): ProjectRole {
  const both = capabilitiesOf(role, key)
  const held = shownFirst.filter((each) => sets[each].isSubsetOf(both))
  const most = Math.max(...held.map((each) => sets[each].size))
  const shown = held.filter((each) => sets[each].size === most)
  return shown.find((each) => each === role || each === key) ?? shown[0] ?? role
}
