import type { Mutant } from './mutant.ts'
import { rights } from './rights.ts'

/** Every written mutant, by area. */
export const areas: Readonly<Record<string, readonly Mutant[]>> = { rights }
