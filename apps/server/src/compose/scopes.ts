import type { Beside, DocumentType } from '@atelier/documents'
import type { Database } from '@atelier/streams'
import type { ServerScope } from '../operations/scopes.ts'
import { type CmsScopeOptions, cmsScope } from './cms.ts'
import { type ContentScopeOptions, contentScope } from './content.ts'
import { type GenerateScopeOptions, generateScope } from './generate.ts'
import { dashboardScope, type PartScopeOptions, partScope } from './part.ts'
import { type SiteScopeOptions, siteScope } from './site.ts'

/** The services that the scopes of this server use, by scope. */
export interface ServerScopeOptions {
  site: SiteScopeOptions
  generate: GenerateScopeOptions
  content: ContentScopeOptions
  part: PartScopeOptions
  cms: CmsScopeOptions
}

/** A scope as a server registers it: the kinds of document that it brings, and the scope with its services. */
export interface ScopeRegistration {
  readonly documentTypes: readonly DocumentType[]
  /** Makes the hook that derives rows from its documents, if it has one (`DocumentType.beside`). */
  beside?(services: { database: Database; now(): number; newId(): string }): Beside
  create(options: ServerScopeOptions): ServerScope
}

/** The scopes of this server; a new one is added behind the others. */
export const serverScopes: readonly ScopeRegistration[] = [
  siteScope,
  generateScope,
  contentScope,
  partScope,
  cmsScope,
  dashboardScope,
]
