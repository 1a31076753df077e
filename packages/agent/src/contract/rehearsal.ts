import type { Envelope } from '@atelier/operation'

/** One round of a rehearsal: what is said, and the calls that follow it. */
export interface RehearsalRound {
  /** Streamed word by word. */
  text?: string
  calls?: readonly { name: string; input: unknown }[]
}

export interface RehearsalInput {
  /** The message of the user. */
  prompt: string
  /** The id of the document that the run is about, and its root node, as the editor gave them. */
  context: Record<string, unknown>
}

/**
 * An authored script that plays through the same loop and the same operations as a model. Scripts live in the package
 * of their scope. `play` MUST be deterministic: after a restart it is played again with the stored results.
 */
export interface Rehearsal {
  id: string
  /** As it is offered: “Build a landing page for …”. */
  title: string
  /** How well it fits the request's words; 0 means not at all. */
  fits(prompt: string): number
  /** Yields rounds; is handed the results of each round's calls, in order. Returning ends the run. */
  play(input: RehearsalInput): Generator<RehearsalRound, void, Envelope[]>
}
