import * as api from '@atelier/api'
import { call } from '@atelier/api/client'

/** Undoes or redoes what the server wrote for a user: an operation, an upload, an import, a version. */
export const turnChange = (id: string, changeSetId: string, to: 'undo' | 'redo') =>
  call(to === 'undo' ? api.undoChange : api.redoChange, { params: { id, changeSetId } })
