import type { Operation } from '@atelier/operation'
import type { SiteContext } from '../context/context.ts'
import { operations } from './operations.generated.ts'
import { sayingWhere } from './where.ts'

export { type TabOperation, tabOperations } from './tabOperations.ts'
export { documentAfter } from './where.ts'

/** The operations with the types that they were defined with. */
export type SiteOperation = (typeof operations)[number]

/** Everything that can be done to a site. */
export const siteOperations: readonly Operation<SiteContext>[] = operations.map(sayingWhere)
