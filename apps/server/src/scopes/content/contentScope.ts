import { branchType, type ContentStore, contentType, createContentScope, entryType } from '@atelier/content'
import type { Database } from '@atelier/streams'
import { createContentCommitHook } from '../../content/entries/contentCommitHook.ts'
import { createContentProjects } from '../../content/projects/contentProjects.ts'
import { registerScope, type ServerScope } from '../../operations/scopes.ts'

export interface ContentScopeOptions {
  content: ContentStore
}

/** The scope `content`, whose documents have rows that are derived in the commits that change them. */
export const contentScope = {
  documentTypes: [contentType, entryType, branchType],
  beside: (services: { database: Database; now(): number }) =>
    createContentCommitHook({ ...services, projects: createContentProjects(services.database) }),
  create: ({ content }: ContentScopeOptions): ServerScope => registerScope(createContentScope(content)),
}
