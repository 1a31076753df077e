import { randomFillSync } from 'node:crypto'
import { createNodeIds } from '@atelier/site'

/** An id for a node, a rule or a page. */
export const nodeId = createNodeIds(randomFillSync)
