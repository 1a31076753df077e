import { defineOperation, ok } from '@atelier/operation'
import { Type } from 'typebox'
import { type DashboardContext, listedIn, refusePlace } from '../context.ts'
import { closed, place } from '../schemas.ts'

export const listFolders = defineOperation({
  id: 'dashboard.listFolders',
  summary: 'List the folders of CAD parts',
  description: 'The folders of CAD parts, each with the folder that it is in.',
  icon: 'folder-tree',
  effect: 'read',
  onDemand: true,
  input: Type.Object(place, closed),
  output: Type.Object({
    folders: Type.Array(
      Type.Object({ folderId: Type.String(), name: Type.String(), parentFolderId: Type.Optional(Type.String()) }),
    ),
    count: Type.Integer(),
  }),
  run: (context: DashboardContext, input) => {
    const refused = refusePlace(context, input)
    if (refused) return refused
    const folders = listedIn(context).folders.map(({ id, name, parent }) => ({
      folderId: id,
      name,
      ...(parent === undefined ? {} : { parentFolderId: parent }),
    }))
    return ok({ folders, count: folders.length })
  },
})
