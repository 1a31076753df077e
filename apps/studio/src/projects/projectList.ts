import type { Project, ProjectRole, WorkspaceRole } from '@atelier/api'
import * as strings from './strings.ts'

/** The projects as they are listed: the last changed first. */
export function newestFirst(projects: readonly Project[]): Project[] {
  return projects.toSorted((a, b) => b.updatedAt - a.updatedAt)
}

/** Whether one may begin projects: a plain member may not, and no user before their role is known. */
export function canCreate(role: WorkspaceRole | undefined): boolean {
  return role !== undefined && role !== 'member'
}

/** The rights of a project role, shown on its card. */
export function cardRights(role: ProjectRole): { rename: boolean; delete: boolean } {
  const isAdmin = role === 'owner' || role === 'admin'
  return { rename: isAdmin || role === 'editor', delete: isAdmin }
}

/** The pages that go with a project. @param count undefined while it is not known */
export function pagesThatGo(count: number | undefined): string {
  if (count === undefined) return strings.allItsPages
  return count === 1 ? strings.itsOnePage : strings.itsPages(count)
}

/** The letter on a project's card. */
export function coverLetter(name: string): string {
  return ([...name.trim()][0] ?? '').toUpperCase()
}
