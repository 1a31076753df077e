import type { Operation } from '@atelier/operation'
import type { PartContext } from '../context/context.ts'
import { operations } from './operations.generated.ts'

/** Everything that can be done with a part, each defined in a file of its own. */
export const partOperations: readonly Operation<PartContext>[] = operations
