import type { Invitation, Me, Person, WorkspaceRole } from '@atelier/api'

/** Whether a member may be changed or removed: not oneself, and an owner only by an owner. */
export function canChange(person: Pick<Person, 'id' | 'role'>, me: Me | undefined): boolean {
  if (me === undefined || person.id === me.user.id) return false
  return person.role !== 'owner' || me.workspace.role === 'owner'
}

/** Whether an invitation may be renewed or withdrawn: that of an owner only by an owner. */
export function canChangeInvitation({ role }: Pick<Invitation, 'role'>, own: WorkspaceRole | undefined): boolean {
  return role !== 'owner' || own === 'owner'
}

/** Whether there is no other member and no invitation. */
export function isAlone({
  people,
  invitations,
}: {
  people: readonly unknown[]
  invitations: readonly unknown[]
}): boolean {
  return people.length === 1 && invitations.length === 0
}
