import type { ContentOperation } from '@atelier/content'
import { makeHandles, type OtherOperations } from '@atelier/operation'
import type { SiteContext, SiteOperation } from '@atelier/site'

/** The context of an operation of the assistant: the site, and the operations of the other scopes. */
export interface CmsContext extends SiteContext {
  readonly others: OtherOperations
}

/** The handle of an operation of the site. */
export const site = makeHandles<SiteOperation>()

/** The handle of an operation of content. */
export const content = makeHandles<ContentOperation>()
