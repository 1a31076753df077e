import { createDashboardScope, createPartScope, type PartStore, partsType, partType } from '@atelier/cad'
import { createOpenSketches } from '../cad/openSketches.ts'
import { createPartSteps } from '../cad/partSteps.ts'
import { registerScope, type ServerScope } from '../operations/scopes.ts'
import type { composeSites } from './sites.ts'

export type PartScopeOptions = ReturnType<typeof composePart>['options']

/** The scope `part`, whose operations run on the server with what its kernels have built. */
export const partScope = {
  documentTypes: [partType, partsType],
  create: ({ part: { store } }: { part: PartScopeOptions }): ServerScope => registerScope(createPartScope(store)),
}

/** The scope `dashboard`: a project's parts and their folders. */
export const dashboardScope = {
  documentTypes: [],
  create: (): ServerScope => registerScope(createDashboardScope()),
}

/** The services that the scope needs to edit parts. */
export function composePart({ partAnswers }: Pick<ReturnType<typeof composeSites>, 'partAnswers'>) {
  const store: PartStore = {
    kernel: (projectId, partId) => ({
      evaluate: (part, ask) => partAnswers.evaluate({ projectId, partId }, part, ask),
    }),
    openSketches: createOpenSketches(),
    steps: createPartSteps(),
  }
  return { options: { store } }
}
