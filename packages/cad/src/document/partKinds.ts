import { partsType } from './partsType.ts'
import { partType } from './partType.ts'

/** The kinds of document of CAD models: a part, and a project's list of parts. */
export const partKinds: readonly string[] = [partType.kind, partsType.kind]
