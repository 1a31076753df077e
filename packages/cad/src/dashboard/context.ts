import type { Draft, View } from '@atelier/documents'
import { fail, type OperationContext } from '@atelier/operation'
import { type ListedPart, type PartFolder, readParts } from '../document/partsType.ts'

/** The context of operations on a project's documents. */
export interface DashboardContext extends OperationContext {
  readonly projectId: string
  /** The project's list of parts; undefined while it has none. */
  readonly list: View | undefined
  /** The list to write to, made if the project has none. */
  writeList(): Draft
  /** Makes a part's document. */
  createPart(id: string): Draft
  /** A part's document. */
  openPart(id: string): Promise<View | undefined>
}

/** The parts and folders of the project. */
export const listedIn = ({ list }: DashboardContext) => (list ? readParts(list) : { parts: [], folders: [] })

export const findPart = (context: DashboardContext, id: string): ListedPart | undefined =>
  listedIn(context).parts.find((part) => part.id === id)

export const findFolder = (context: DashboardContext, id: string): PartFolder | undefined =>
  listedIn(context).folders.find((folder) => folder.id === id)

export const noDocument = (id: string) =>
  fail('not_found', `There is no document “${id}”.`, { hint: 'listDocuments tells which there are.' })

export const noFolder = (id: string, path = '/folderId') =>
  fail('not_found', `There is no folder “${id}”.`, { path, hint: 'listFolders tells which there are.' })

/** Where the studio shows a part. */
export const partUrl = (projectId: string, documentId: string) => `/projects/${projectId}/parts/${documentId}`

/** Refuses another project or branch than those of this conversation; undefined if the call means these. */
export function refusePlace(
  { projectId: own }: DashboardContext,
  { projectId, branchId }: { projectId?: string | undefined; branchId?: string | undefined },
) {
  if (projectId !== undefined && projectId !== own)
    return fail('not_found', 'Only the documents of this project can be reached here.', { path: '/projectId' })
  if (branchId !== undefined && branchId !== 'main')
    return fail('not_found', `There is no branch “${branchId}”.`, { path: '/branchId', hint: 'The only one is main.' })
  return undefined
}
