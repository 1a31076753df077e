import type { Rehearsal } from '@atelier/agent'

/** Scripts of the scope `content` for a server without a model. */
export const contentRehearsals: readonly Rehearsal[] = []
