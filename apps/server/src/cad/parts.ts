import {
  type ListedPart,
  listPart,
  orderAfter,
  type PartFolder,
  partsDocumentId,
  partsType,
  partType,
  readParts,
} from '@atelier/cad'
import type { Documents, View } from '@atelier/documents'
import type { Capability } from '@atelier/operation'
import { nodeId } from '../documents/nodeId.ts'

/** The CAD parts of projects. */
export interface Parts {
  list(projectId: string): Promise<{ parts: ListedPart[]; folders: PartFolder[] }>
  /** Undefined if the project has no such part. */
  open(projectId: string, partId: string): Promise<{ name: string; view: View } | undefined>
  /** Makes an empty part and lists it, as one commit. */
  create(request: {
    projectId: string
    userId: string
    capabilities: ReadonlySet<Capability>
    name: string
    /** The id of a folder; of one that is not there, the part is at the top. */
    folder?: string | undefined
  }): Promise<{ id: string; name: string; changeSetId: string }>
}

export function createParts({ documents }: { documents: Documents }): Parts {
  const list: Parts['list'] = async (projectId) => {
    const view = await documents.inProject(projectId).open(partsDocumentId(projectId))
    return view ? readParts(view) : { parts: [], folders: [] }
  }
  return {
    list,
    async open(projectId, partId) {
      const listed = (await list(projectId)).parts.find(({ id }) => id === partId)
      const live = listed && (await documents.inProject(projectId).live(partId))
      return listed && live?.kind === partType.kind ? { name: listed.name, view: live.view } : undefined
    },
    async create({ projectId, userId, capabilities, name, folder }) {
      const [id, changeSetId] = [nodeId(), nodeId()]
      const outcome = await documents.transact({
        projectId,
        origin: { kind: 'hand', userId },
        capabilities,
        changeSetId,
        label: `Made the part “${name}”`,
        async body(drafts) {
          const listId = partsDocumentId(projectId)
          const listed = (await drafts.open(listId)) ?? drafts.create(listId, partsType.kind)
          const { parts, folders } = readParts(listed)
          const into = folders.some((each) => each.id === folder) ? folder : undefined
          const order = orderAfter(parts, parts.at(-1)?.id ?? null)
          listPart(listed, { id, name, order, ...(into === undefined ? {} : { folder: into }) })
          drafts.create(id, partType.kind).set('meta/units', 'mm')
          return { result: null, commit: true }
        },
      })
      if (!outcome.ok) throw new Error(`The part could not be made: ${outcome.message}`)
      return { id, name, changeSetId }
    },
  }
}
