import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type BrowserStorage, openUnsentEdits, type UnsentEdits } from './unsent.ts'

beforeAll(() => {
  vi.stubGlobal('IDBKeyRange', IDBKeyRange)
})
afterAll(() => {
  vi.unstubAllGlobals()
})

/** A browser: what it keeps outlives its tabs, whose locks end with them. */
function openBrowser(storage: Partial<BrowserStorage> = {}) {
  const databases = new IDBFactory()
  const held = new Map<string, () => void>()
  const locks: BrowserStorage['locks'] = {
    async request(name: string, ...rest: unknown[]) {
      const act = rest.at(-1)
      held.set(name, () => held.delete(name))
      if (typeof act === 'function') await act(null)
      held.delete(name)
    },
    query: () => Promise.resolve({ held: [...held.keys()].map((name) => ({ name })), pending: [] }),
  }
  return {
    tabOf: (userId: string) => openUnsentEdits(userId, { databases, locks, ...storage }),
    /** Ends every tab as a crash does. */
    crash: () => held.clear(),
  }
}

const bytes = (...values: number[]) => new Uint8Array(values)
const leftTo = async (tab: UnsentEdits) => Object.fromEntries(await tab.left())

test('what a tab has kept is left to the next one of the same user, in its order', async () => {
  const browser = openBrowser()
  const first = browser.tabOf('ada')
  for (const number of [1, 2, 3]) first.keep('page', bytes(number))
  first.keep('site', bytes(9))
  expect(await leftTo(browser.tabOf('ada'))).toEqual({})
  browser.crash()
  expect(await leftTo(browser.tabOf('bo'))).toEqual({})
  expect(await leftTo(browser.tabOf('ada'))).toEqual({ page: [bytes(1), bytes(2), bytes(3)], site: [bytes(9)] })
})

test('what the server has is forgotten, and no more than that', async () => {
  const browser = openBrowser()
  const first = browser.tabOf('ada')
  first.keep('page', bytes(1))
  first.keep('site', bytes(2))
  first.forget('page')
  first.keep('page', bytes(3))
  browser.crash()
  const next = browser.tabOf('ada')
  expect(await leftTo(next)).toEqual({ page: [bytes(3)], site: [bytes(2)] })
  next.forgetLeft('page')
  browser.crash()
  expect(await leftTo(browser.tabOf('ada'))).toEqual({ site: [bytes(2)] })
})

test('a browser that keeps nothing says so, and the tab continues', async () => {
  const without = openBrowser({ databases: undefined }).tabOf('ada')
  expect(await leftTo(without)).toEqual({})
  expect(without.failing.get()).toBe(true)
  const full: BrowserStorage['databases'] = {
    open() {
      throw new DOMException('There is no room', 'QuotaExceededError')
    },
  }
  const tab = openBrowser({ databases: full }).tabOf('ada')
  tab.keep('page', bytes(1))
  expect(await leftTo(tab)).toEqual({})
  expect(tab.failing.get()).toBe(true)
})

test('without locks everything that is kept is taken to be left', async () => {
  const browser = openBrowser({ locks: undefined })
  browser.tabOf('ada').keep('page', bytes(1))
  expect(await leftTo(browser.tabOf('ada'))).toEqual({ page: [bytes(1)] })
})

test('an undecided value outlives its tab and the server’s state, until it is decided', async () => {
  const browser = openBrowser()
  const first = browser.tabOf('ada')
  first.keep('page', bytes(1))
  first.keepOverlap('page', { key: 'a', mine: 'mine', theirs: 'theirs' })
  first.keepOverlap('page', { key: 'b', mine: undefined, theirs: 2 })
  first.forget('page')
  browser.crash()
  const next = browser.tabOf('ada')
  expect(await leftTo(next)).toEqual({})
  const left = { key: 'a', mine: 'mine', theirs: 'theirs' }
  expect(Object.fromEntries(await next.leftOverlaps())).toEqual({
    page: [left, { key: 'b', mine: undefined, theirs: 2 }],
  })
  next.keepOverlap('page', left)
  next.forgetLeft('page')
  next.forgetOverlap('page', 'a')
  browser.crash()
  expect(Object.fromEntries(await browser.tabOf('ada').leftOverlaps())).toEqual({})
})
