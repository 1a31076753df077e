import type { Operation } from '@atelier/operation'
import type { ContentContext } from '../context/context.ts'
import { branchOperations } from './branchOperations.ts'
import { readOperations } from './reading.ts'
import { writeOperations } from './writing.ts'

/** The operations of the scope `content`, one file each; in the order in which a model is sent them. */
export const contentOperations: readonly Operation<ContentContext>[] = [
  ...readOperations,
  ...writeOperations,
  ...branchOperations,
]
