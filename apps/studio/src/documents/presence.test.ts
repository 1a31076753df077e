import { expect, test } from 'vitest'
import { distinctPeople, personColor, readPeers } from './presence.ts'

test('a person keeps one colour, and it is neither the hand nor the agent', () => {
  expect(personColor('u1')).toBe(personColor('u1'))
  for (let id = 0; id < 60; id += 1) expect(personColor(`user-${id}`)).not.toMatch(/ (250|300)\)$/)
  // White text on it passes 4.5:1 in every hue: 4.78 at the least.
  expect(personColor('u1')).toMatch(/^oklch\(0\.52 0\.14 /)
})

test('two tabs of one person are one person, nonsense is ignored, and the user’s own is left out', () => {
  const ada = { userId: 'a', name: 'Ada', color: 'red' }
  const states = new Map<number, unknown>([
    [1, { userId: 'me', name: 'Me', color: 'blue' }],
    [2, ada],
    [3, { ...ada, selected: 'n1' }],
    [4, { name: 5 }],
    [5, undefined],
  ])
  const peers = readPeers(states, 1)
  expect(peers.map((peer) => peer.clientId)).toEqual([2, 3])
  expect(distinctPeople(peers)).toEqual([ada])
})
