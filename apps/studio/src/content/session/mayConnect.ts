import type { Project } from '@atelier/api'

/** Whether the user may connect the content with a repository elsewhere. */
export const mayConnect = ({ role }: Pick<Project, 'role'>): boolean => role === 'owner' || role === 'admin'
