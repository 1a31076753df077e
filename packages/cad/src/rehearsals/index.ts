import type { Rehearsal } from '@atelier/agent'
import { bracket } from './bracket.ts'
import { enclosure } from './enclosure.ts'
import { flange } from './flange.ts'

/** Scripts of the scope `part` for a server without a model, in the order in which they are offered. */
export const partRehearsals: readonly Rehearsal[] = [bracket, flange, enclosure]
