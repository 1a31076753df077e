import { createPartScope, type PartStore, partsType, partType } from '@atelier/cad'
import { createAnswers } from '../cad/answers.ts'
import { createKernels } from '../cad/kernels.ts'
import { createOpenSketches } from '../cad/openSketches.ts'
import { createPartFiles } from '../cad/partFiles.ts'
import { createParts } from '../cad/parts.ts'
import { registerScope, type ServerScope } from '../operations/scopes.ts'
import type { Base } from './base.ts'
import type { composeSites } from './sites.ts'

export type PartScopeOptions = ReturnType<typeof composePart>['options']

/** The scope `part`, whose operations run on the server with what its kernels have built. */
export const partScope = {
  documentTypes: [partType, partsType],
  create: ({ part: { store } }: { part: PartScopeOptions }): ServerScope => registerScope(createPartScope(store)),
}

/** CAD parts, the kernels that build them, and what these have answered. */
export function composePart(
  { config, documents, failed }: Pick<Base, 'config' | 'documents' | 'failed'>,
  { mediaFiles }: Pick<ReturnType<typeof composeSites>, 'mediaFiles'>,
) {
  const kernels = createKernels(config.kernels, failed('a kernel failed'))
  const partAnswers = createAnswers(kernels, createPartFiles(mediaFiles))
  const store: PartStore = {
    kernel: (projectId, partId) => ({
      evaluate: (part, ask) => partAnswers.evaluate({ projectId, partId }, part, ask),
    }),
    openSketches: createOpenSketches(),
  }
  return { options: { store }, services: { kernels, partAnswers, parts: createParts({ documents }) } }
}
