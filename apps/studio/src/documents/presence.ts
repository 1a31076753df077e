import { Type } from 'typebox'
import { Value } from 'typebox/value'

/** The message about its user that one tab sends the others. */
export const Presence = Type.Object({
  userId: Type.String({ maxLength: 100 }),
  name: Type.String({ maxLength: 100 }),
  /** A CSS colour; the same person has the same one everywhere. */
  color: Type.String({ maxLength: 60 }),
  /** The node that is selected in this document. */
  selected: Type.Optional(Type.String({ maxLength: 40 })),
  /** The node in whose text the person types. */
  typing: Type.Optional(Type.String({ maxLength: 40 })),
})
export type Presence = Type.Static<typeof Presence>

export interface Person {
  userId: string
  name: string
  color: string
}

// Hues that stay clear of the two that mean something: 250 (one's own hand) and 300 (the agent).
const hues = [25, 55, 85, 130, 160, 190, 215, 350]

/** A stable colour for a person, away from the hand's blue and the agent's violet. */
export function personColor(userId: string): string {
  let hash = 7
  for (const character of userId) hash = (hash * 31 + character.charCodeAt(0)) >>> 0
  return `oklch(0.52 0.14 ${hues[hash % hues.length]})`
}

export interface Peer extends Presence {
  clientId: number
}

/** The other tabs of a document; states that are not a presence (another version, nonsense) are left out. */
export function readPeers(states: ReadonlyMap<number, unknown>, ownClientId: number): Peer[] {
  const peers: Peer[] = []
  for (const [clientId, state] of states) {
    if (clientId === ownClientId) continue
    if (Value.Check(Presence, state)) peers.push({ ...state, clientId })
  }
  return peers.sort((a, b) => a.clientId - b.clientId)
}

/** People, each once, however many tabs they have open. */
export function distinctPeople(peers: readonly Peer[]): Person[] {
  const byId = new Map<string, Person>()
  for (const { userId, name, color } of peers) byId.set(userId, { userId, name, color })
  return [...byId.values()]
}
