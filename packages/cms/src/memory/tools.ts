import { needsApproval, type Operation } from '@atelier/operation'

/** The facts about an operation that a plan needs. */
export interface ToolFacts {
  id: string
  summary: string
  /** A person is asked before it runs. */
  asks: boolean
}

/** Finds the first of some operations that there is. */
export function createToolFacts(
  operations: readonly Pick<Operation, 'id' | 'summary' | 'effect' | 'asks'>[],
): (ids: readonly string[]) => ToolFacts | undefined {
  const byId = new Map(operations.map((each) => [each.id, each]))
  return (ids) => {
    const found = ids.map((id) => byId.get(id)).find((each) => each !== undefined)
    if (!found) return undefined
    const { id, summary } = found
    return { id, summary, asks: needsApproval(found) }
  }
}
