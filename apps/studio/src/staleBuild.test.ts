import { expect, test } from 'vitest'
import { reloadWhenStale, servesAnotherBuild } from './staleBuild.ts'

function tab() {
  const events = new EventTarget()
  const stored = new Map<string, string>()
  const state = { reloads: 0, time: 1_000_000, stale: true }
  reloadWhenStale({
    events,
    storage: { getItem: (key) => stored.get(key) ?? null, setItem: (key, value) => void stored.set(key, value) },
    isStale: async () => state.stale,
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

test('a part that could not be loaded of the same build leaves the page as it is', async () => {
  const { state, fail } = tab()
  state.stale = false
  expect(await fail()).toBe(0)
  state.stale = true
  expect(await fail()).toBe(1)
})

test.each([
  ['the same build', async () => new Response('<script src="/assets/index-a1.js"></script>'), false],
  ['another build', async () => new Response('<script src="/assets/index-b2.js"></script>'), true],
  ['an error', async () => new Response('no', { status: 502 }), false],
  ['no answer', () => Promise.reject(new TypeError('Failed to fetch')), false],
])('a server that answers with %s', async (_, request, stale) => {
  expect(await servesAnotherBuild('/assets/index-a1.js', request)).toBe(stale)
})
