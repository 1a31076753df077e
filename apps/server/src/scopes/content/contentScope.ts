import { branchType, type ContentStore, contentType, createContentScope, entryType } from '@atelier/content'
import type { Database } from '@atelier/streams'
import { createContentBeside } from '../../content/beside.ts'
import { createContentProjects } from '../../content/contentProjects.ts'
import { registerScope, type ServerScope } from '../../operations/scopes.ts'

export interface ContentScopeOptions {
  content: ContentStore
}

/** The scope `content`, whose documents have rows that are derived in the commits that change them. */
export const contentScope = {
  documentTypes: [contentType, entryType, branchType],
  beside: (services: { database: Database; now(): number }) =>
    createContentBeside({ ...services, projects: createContentProjects(services.database) }),
  create: ({ content }: ContentScopeOptions): ServerScope => registerScope(createContentScope(content)),
}
