import type { Rehearsal } from '@atelier/agent'
import { bracket } from './bracket.ts'

/** Scripts of the scope `part` for a server without a model, in the order in which they are offered. */
export const partRehearsals: readonly Rehearsal[] = [bracket]
