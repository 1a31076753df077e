import type { Rehearsal } from '@atelier/agent'
import { deletePageScript } from './deletePage.ts'
import { leaveNavigation } from './leaveNavigation.ts'
import { newsPost } from './newsPost.ts'
import { openingHours } from './openingHours.ts'
import { replacePicture } from './replacePicture.ts'
import { sectionsPage } from './sectionsPage.ts'

/** Scripts of the scope for a server without a model, in the order in which they are offered. */
export const cmsRehearsals: readonly Rehearsal[] = [
  openingHours,
  newsPost,
  sectionsPage,
  leaveNavigation,
  replacePicture,
  deletePageScript,
]
