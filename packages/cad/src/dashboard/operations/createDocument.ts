import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import { orderAfter } from '../../document/changes.ts'
import { listPart } from '../../document/partsType.ts'
import { type DashboardContext, findFolder, listedIn, noFolder, partUrl, refusePlace } from '../context.ts'
import { closed, Id, Name, place } from '../schemas.ts'

export const createDocument = defineOperation({
  id: 'dashboard.createDocument',
  summary: 'Make a CAD part',
  description:
    'Makes an empty CAD part. Calls of the scope part (part.createBox and others, by full id) then model this part. To show it on a page insert <atelier-part part="<documentId>"><img alt="…"></atelier-part>.',
  icon: 'file-plus',
  effect: 'write',
  onDemand: true,
  input: Type.Object(
    { ...place, name: Name, type: Type.Optional(Type.Enum(['part', 'assembly'])), folderId: Type.Optional(Id) },
    closed,
  ),
  output: Type.Object({ documentId: Type.String(), name: Type.String(), url: Type.String() }),
  run: (context: DashboardContext, { projectId, branchId, name, type = 'part', folderId }) => {
    const refused = refusePlace(context, { projectId, branchId })
    if (refused) return refused
    if (type !== 'part')
      return fail('invalid_input', 'Assemblies cannot be made yet.', { path: '/type', hint: 'Make a part.' })
    if (folderId !== undefined && !findFolder(context, folderId)) return noFolder(folderId)
    const { parts } = listedIn(context)
    const id = context.newId()
    const order = orderAfter(parts, parts.at(-1)?.id ?? null)
    listPart(context.writeList(), { id, name, order, ...(folderId === undefined ? {} : { folder: folderId }) })
    const part = context.createPart(id)
    part.set('meta/units', 'mm')
    if (context.actor.runId !== undefined) part.set('meta/run', context.actor.runId)
    return ok({ documentId: id, name, url: partUrl(context.projectId, id) })
  },
})
