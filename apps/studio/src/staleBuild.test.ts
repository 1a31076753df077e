import { expect, test } from 'vitest'
import { reloadWhenStale } from './staleBuild.ts'

function tab() {
  const events = new EventTarget()
  const stored = new Map<string, string>()
  const state = { reloads: 0, time: 1_000_000, online: true }
  reloadWhenStale({
    events,
    storage: { getItem: (key) => stored.get(key) ?? null, setItem: (key, value) => void stored.set(key, value) },
    reachable: async () => state.online,
    reload: () => {
      state.reloads += 1
    },
    now: () => state.time,
  })
  const fail = async () => {
    events.dispatchEvent(new Event('vite:preloadError'))
    await new Promise((resolve) => setImmediate(resolve))
    return state.reloads
  }
  return { state, fail }
}

test('a part of an older build that is gone loads the page again, once', async () => {
  const { state, fail } = tab()
  expect(await fail()).toBe(1)
  expect(await fail()).toBe(1)
  state.time += 60_000
  expect(await fail()).toBe(2)
})

test('a tab without a network keeps what it shows', async () => {
  const { state, fail } = tab()
  state.online = false
  expect(await fail()).toBe(0)
  state.online = true
  expect(await fail()).toBe(1)
})
