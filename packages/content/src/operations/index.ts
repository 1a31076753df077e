import type { Operation } from '@atelier/operation'
import type { ContentContext } from '../context/context.ts'
import { operations } from './operations.generated.ts'

/** The operations with the types that they were defined with. */
export type ContentOperation = (typeof operations)[number]

/** The operations of the scope `content`. */
export const contentOperations: readonly Operation<ContentContext>[] = operations
