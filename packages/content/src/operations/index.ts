import type { Operation } from '@atelier/operation'
import type { ContentContext } from '../context/context.ts'
import { approve_submission } from './approve_submission.ts'
import { branchOperations } from './branchOperations.ts'
import { delete_media } from './delete_media.ts'
import { documentOperations } from './documents.ts'
import { get_media } from './get_media.ts'
import { list_submissions } from './list_submissions.ts'
import type { list_users } from './list_users.ts'
import { readForm } from './readForm.ts'
import { readOperations } from './reading.ts'
import { reject_submission } from './reject_submission.ts'
import { reopenSubmission } from './reopenSubmission.ts'
import { saveForm } from './saveForm.ts'
import { search_media } from './search_media.ts'
import { update_media } from './update_media.ts'
import { upload_media } from './upload_media.ts'
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
