import { calls } from './calls.ts'
import { core } from './core.ts'
import type { Mutant } from './mutant.ts'
import { rights } from './rights.ts'
import { screens } from './screens.ts'
import { servers } from './server.ts'
import { studio } from './studio.ts'

/** Every written mutant, by area. */
export const areas: Readonly<Record<string, readonly Mutant[]>> = { rights, calls, servers, core, studio, screens }
