import type { Rehearsal } from '@atelier/agent'
import { deletePageScript } from './deletePage.ts'
import { openingHours } from './openingHours.ts'

/** Scripts of the scope for a server without a model, in the order in which they are offered. */
export const cmsRehearsals: readonly Rehearsal[] = [openingHours, deletePageScript]
