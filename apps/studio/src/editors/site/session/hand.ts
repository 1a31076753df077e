import { createNodeIds } from '@atelier/site'

/** The origin of a user's patches: the canvas marks it blue. */
export const byUser = { kind: 'hand' as const }

/** Ids of the nodes and rules that a person makes. */
export const newId = createNodeIds((bytes) => crypto.getRandomValues(bytes))
