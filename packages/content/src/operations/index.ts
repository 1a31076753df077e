import type { Operation } from '@atelier/operation'
import type { ContentContext } from '../context/context.ts'
import { branchOperations } from './branchOperations.ts'
import type { list_users } from './documents/listUsers.ts'
import { documentOperations } from './documents.ts'
import { approve_submission } from './forms/approveSubmission.ts'
import { list_submissions } from './forms/listSubmissions.ts'
import { readForm } from './forms/readForm.ts'
import { reject_submission } from './forms/rejectSubmission.ts'
import { reopenSubmission } from './forms/reopenSubmission.ts'
import { saveForm } from './forms/saveForm.ts'
import { delete_media } from './media/deleteMedia.ts'
import { get_media } from './media/getMedia.ts'
import { search_media } from './media/searchMedia.ts'
import { update_media } from './media/updateMedia.ts'
import { upload_media } from './media/uploadMedia.ts'
import { readOperations } from './reading.ts'
import { writeOperations } from './writing.ts'

/** The operations of the scope `content`, one file each; in the order in which a model is sent them. */
export const contentOperations: readonly Operation<ContentContext>[] = [
  ...readOperations,
  ...writeOperations,
  ...branchOperations,
  search_media,
  get_media,
  upload_media,
  update_media,
  delete_media,
  list_submissions,
  approve_submission,
  reject_submission,
  reopenSubmission,
  readForm,
  saveForm,
  ...documentOperations,
]

/** The types of the operations that the studio calls by handles. */
export type ContentOperation =
  | (typeof readOperations)[number]
  | (typeof writeOperations)[number]
  | (typeof branchOperations)[number]
  | typeof list_users
  | typeof list_submissions
  | typeof approve_submission
  | typeof reject_submission
  | typeof reopenSubmission
  | typeof readForm
  | typeof saveForm
