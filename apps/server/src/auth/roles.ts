import type { Capability } from '@atelier/operation'
import { type Static, Type } from 'typebox'

/** A member's role in a workspace. */
export const WorkspaceRole = Type.Union([Type.Literal('owner'), Type.Literal('admin'), Type.Literal('member')])
export type WorkspaceRole = Static<typeof WorkspaceRole>

/** What a member is in a project that they were let into. */
export const MemberRole = Type.Union([Type.Literal('editor'), Type.Literal('reviewer'), Type.Literal('viewer')])
export type MemberRole = Static<typeof MemberRole>

/** A member's role in one project. */
export const ProjectMembership = Type.Object({ projectId: Type.String(), role: MemberRole })
export type ProjectMembership = Static<typeof ProjectMembership>

/** What somebody is in one project; owners and admins are that in all of them. */
export const ProjectRole = Type.Union([
  Type.Literal('owner'),
  Type.Literal('admin'),
  Type.Literal('editor'),
  Type.Literal('reviewer'),
  Type.Literal('viewer'),
])
export type ProjectRole = Static<typeof ProjectRole>

const all: readonly Capability[] = [
  'ai.chat',
  'ai.tools.write',
  'ai.providers.manage',
  'ai.audit.read',
  'document.read',
  'document.write',
  'project.publish',
]
const reading: readonly Capability[] = ['ai.chat', 'document.read']
const editing: readonly Capability[] = [...reading, 'ai.tools.write', 'document.write', 'project.publish']

/** From the least to the most that a role may do. */
const ranks: readonly ProjectRole[] = ['viewer', 'reviewer', 'editor', 'admin', 'owner']

/** What a role may do (design 9). */
export function capabilitiesOf(role: ProjectRole): ReadonlySet<Capability> {
  if (role === 'owner' || role === 'admin') return new Set(all)
  return new Set(role === 'editor' ? editing : reading)
}

/** The lesser of two roles: what a key may do is never more than its user may. */
export function lesserRole(one: ProjectRole, other: ProjectRole): ProjectRole {
  return ranks.indexOf(one) < ranks.indexOf(other) ? one : other
}
