import type { Operation } from '@atelier/operation'
import type { SiteContext } from '../context/context.ts'
import { tabOperations as operations } from './tabOperations.generated.ts'
import { sayingWhere } from './where.ts'

/** The operations that a tab carries out on its own documents, with the types that they were defined with. */
export type TabOperation = (typeof operations)[number]

/**
 * The operations that a tab carries out on its own documents, for a user or for a run that needs a page on a screen.
 * A module of its own, so that a tab loads no code of what only the server can do: make or delete documents, publish,
 * fetch.
 */
export const tabOperations: readonly Operation<SiteContext>[] = operations.map(sayingWhere)
