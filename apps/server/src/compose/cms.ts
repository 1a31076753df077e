import { createCmsScope } from '@atelier/cms'
import { registerScope, type ServerScope } from '../operations/scopes.ts'
import type { Base } from './base.ts'

export type CmsScopeOptions = Pick<Base, 'now'>

/** The scope `cms`, which has no documents of its own. */
export const cmsScope = {
  documentTypes: [],
  create: ({ cms: { now } }: { cms: CmsScopeOptions }): ServerScope =>
    registerScope(createCmsScope({ now, timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone })),
}
