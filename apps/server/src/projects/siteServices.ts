import type { Actor } from '@atelier/operation'
import type { SiteServices } from '@atelier/site'
import type { ProjectRow } from '../workspaces/workspaces.ts'

/** What the operations of one project may ask for beside its documents. */
export type SiteServicesOf = (project: Pick<ProjectRow, 'id' | 'site_document_id'>, actor: Actor) => SiteServices

/** Makes the services of the site scope; each area adds its own part here. */
export function createSiteServices(): SiteServicesOf {
  return () => ({})
}
