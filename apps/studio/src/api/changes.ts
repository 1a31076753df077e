import * as api from '@atelier/api'
import { call } from '@atelier/api/client'

/** Takes back what the server wrote for somebody, or brings it back: an operation, an upload, an import, a version. */
export const turnChange = (id: string, changeSetId: string, to: 'undo' | 'redo') =>
  call(to === 'undo' ? api.undoChange : api.redoChange, { params: { id, changeSetId } })
