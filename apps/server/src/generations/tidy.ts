import type { FileCall } from './files.ts'
import type { GenerationRow } from './store.ts'

/** Makes what the pages repeat shared, as a change set of its own. Returns what was done, as a sentence. */
export type Tidy = (row: GenerationRow, by: FileCall) => Promise<string | undefined>

export function createTidy(_services: object): Tidy {
  return async () => undefined
}
