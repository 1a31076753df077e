import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { IDBKeyRange } from 'fake-indexeddb'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { serve, type TestServer } from '../../apps/server/testing/documentServer.ts'
import { type Instance, openInstance, PROJECT } from '../../apps/server/testing/documents.ts'
import { numRuns } from '../../scripts/testing/runs.ts'
import { openBrowser, openNetwork, type Tab } from './browsers.ts'

const USERS = ['ada', 'bo', 'cy'] as const
const KEYS = ['a', 'b', 'c'] as const
type Key = (typeof KEYS)[number]

type Act =
  | { act: 'set' | 'delete'; user: number; key: Key }
  /** Messages on their way are lost; `unanswered` loses only the server's answers at first. */
  | { act: 'cut' | 'unanswered' | 'return' | 'kill' | 'start'; user: number }

const user = fc.nat(USERS.length - 1)
const acts: fc.Arbitrary<Act[]> = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ act: fc.constant('set' as const), user, key: fc.constantFrom(...KEYS) }) },
    { weight: 2, arbitrary: fc.record({ act: fc.constant('delete' as const), user, key: fc.constantFrom(...KEYS) }) },
    {
      weight: 6,
      arbitrary: fc.record({
        act: fc.constantFrom(
          'cut' as const,
          'unanswered' as const,
          'return' as const,
          'kill' as const,
          'start' as const,
        ),
        user,
      }),
    },
  ),
  { minLength: 8, maxLength: 24 },
)

let folder: string
let instance: Instance
let server: TestServer
let count = 0
/** Overlaps that the schedules had: without any they would show nothing. */
let seenOverlaps = 0
const failures: unknown[] = []

beforeAll(async () => {
  vi.stubGlobal('IDBKeyRange', IDBKeyRange)
  folder = mkdtempSync(join(tmpdir(), 'atelier-schedules-'))
  instance = await openInstance({ dataDir: folder })
  server = await serve(instance.documents, (error) => failures.push(error))
})
afterAll(async () => {
  await server.close()
  await instance.close()
  rmSync(folder, { recursive: true, force: true })
  vi.unstubAllGlobals()
})

const until = (check: () => boolean | Promise<boolean>) =>
  expect.poll(check, { timeout: 10_000, interval: 3 }).toBe(true)

/** One write of the model: of whom, and which other writes of its key its author had in mind. */
interface Write {
  user: number
  key: Key
  value: string | undefined
  /** The value that its author saw before. */
  over: unknown
  seen: ReadonlySet<Write>
}

/** Plays a schedule on a server with three browsers, beside a model of who had seen what. */
async function play(schedule: readonly Act[]): Promise<void> {
  count += 1
  const documentId = `page-${count}`
  const fields = Object.fromEntries(KEYS.map((key) => [key, 'at first']))
  await instance.documents.create({ projectId: PROJECT, kind: 'page', id: documentId, fields })
  const live = (await instance.documents.open(documentId)) ?? expect.fail('There is no document')
  /** How often each edit came to the server. */
  const arrivals = new Map<string, number>()
  const letGo = live.observe((patches) => {
    for (const { key, before, after } of patches)
      if (before === undefined && after !== undefined) arrivals.set(key, (arrivals.get(key) ?? 0) + 1)
  })

  const serverPort = Number(new URL(server.url).port)
  const people = await Promise.all(
    USERS.map(async (name) => {
      const network = await openNetwork(serverPort)
      const browser = openBrowser(name, `ws://127.0.0.1:${network.port}/sync`, documentId)
      return {
        network,
        browser,
        tab: undefined as Tab | undefined,
        state: 'whole' as 'whole' | 'unanswered' | 'cut',
        /** The state that the user has seen, and their own edits in it without an answer. */
        seen: new Set<Write>(),
        unheard: new Set<Write>(),
        /** The user's values in the list of overlaps, by key: nobody decides here, so each next tab lists them again. */
        undecided: new Map<string, unknown>(),
        /** Whether answers to some of it may have been lost. */
        isUnsure: false,
      }
    }),
  )
  const onServer = new Set<Write>()
  const written: Write[] = []

  const isOnline = ({ tab, state }: (typeof people)[number]) => tab !== undefined && state === 'whole'
  /** Waits until everybody who is connected has everything. */
  async function settle(): Promise<void> {
    for (const each of people)
      if (isOnline(each))
        await until(() => each.tab?.isLoaded() === true && each.tab.connection.status.get().state === 'saved')
    const now = JSON.stringify(sorted(live.doc.getMap('fields').toJSON()))
    for (const each of people)
      if (isOnline(each))
        await until(() => JSON.stringify(sorted(each.tab?.document.doc.getMap('fields').toJSON() ?? {})) === now)
  }

  /** The writes come to the server and to all who are connected. */
  function spread(from: ReadonlySet<Write>): void {
    for (const write of from) onServer.add(write)
    for (const each of people) if (isOnline(each)) for (const write of onServer) each.seen.add(write)
  }

  /** A user is connected again: what both sides have changed is expected in the list, once and with both values. */
  async function comeBack(person: (typeof people)[number]): Promise<void> {
    const before = live.doc.getMap('fields').toJSON()
    const expected: { key: string; mine: string | undefined; theirs: unknown }[] = []
    const uncertain = new Set<string>()
    for (const key of KEYS) {
      const own = [...person.unheard].filter((write) => write.key === key)
      const last = own.at(-1)
      const others = [...onServer].filter((write) => write.key === key && !person.seen.has(write))
      if (!last || others.length === 0) continue
      // Others' edits may have lost against the state that the user has seen, or be gone again.
      const isChanged = own[0]?.over !== before[key]
      if (person.isUnsure) uncertain.add(key)
      else if (isChanged && last.value !== before[key]) expected.push({ key, mine: last.value, theirs: before[key] })
    }
    const undecided = person.tab ? new Map<string, unknown>() : new Map(person.undecided)
    const tab = person.tab ?? person.browser.openTab()
    person.tab = tab
    const known = tab.overlaps.length
    if (person.state === 'unanswered') {
      person.network.set('cut')
      await until(() => !tab.document.sync.get().connected)
    }
    person.state = 'whole'
    person.network.set('whole')
    spread(new Set([...person.unheard]))
    person.unheard.clear()
    person.isUnsure = false
    await settle()
    const told = tab.overlaps.slice(known).map(({ key, mine, theirs }) => ({ key, mine, theirs }))
    for (const key of undecided.keys()) expect(told.map((overlap) => overlap.key)).toContain(key)
    const isAgain = ({ key, mine }: { key: string; mine?: unknown }) =>
      undecided.has(key) &&
      undecided.get(key) === mine &&
      !expected.some((each) => each.key === key && each.mine === mine)
    const fresh = told.filter((overlap) => !isAgain(overlap))
    expect(new Set(fresh.map(({ key }) => key)).size).toBe(fresh.length)
    expect(fresh.filter(({ key }) => !uncertain.has(key)).sort(byKey)).toEqual(expected.sort(byKey))
    for (const { key, mine } of fresh) person.undecided.set(key, mine)
    seenOverlaps += expected.length
    expect(await person.browser.kept()).toBe(0)
  }

  for (const person of people) await comeBack(person)
  for (const { act, user: at, ...more } of schedule) {
    const person = people[at]
    if (!person) continue
    if (act === 'set' || act === 'delete') {
      const { tab } = person
      const key = 'key' in more ? more.key : 'a'
      if (!tab?.isLoaded() || (act === 'delete' && !tab.document.doc.getMap('fields').has(key))) continue
      const value = act === 'set' ? `${USERS[at]} ${written.length}` : undefined
      const write: Write = {
        user: at,
        key,
        value,
        over: tab.document.doc.getMap('fields').get(key),
        seen: new Set(person.seen),
      }
      tab.write({ [key]: value, [`log/${written.length}`]: USERS[at] })
      written.push(write)
      person.seen.add(write)
      if (person.state === 'whole') spread(new Set([write]))
      else person.unheard.add(write)
      if (person.state === 'unanswered') {
        const log = `log/${written.length - 1}`
        await until(() => live.doc.getMap('fields').has(log))
        onServer.add(write)
        spread(new Set())
      }
      await settle()
    } else if (act === 'cut' || act === 'unanswered') {
      if (person.state !== 'whole' || !person.tab) continue
      person.state = act
      person.isUnsure = act === 'unanswered'
      person.network.set(act)
      if (act === 'cut') await until(() => person.tab?.document.sync.get().connected === false)
    } else if (act === 'kill') {
      if (!person.tab) continue
      person.network.set('cut')
      person.state = 'cut'
      // Data given to the storage is there after the crash.
      await new Promise((resolve) => setTimeout(resolve, 5))
      person.tab.close()
      person.browser.crash()
      person.tab = undefined
    } else if (act === 'return' ? person.tab && person.state !== 'whole' : !person.tab) await comeBack(person)
  }

  for (const person of people) if (!isOnline(person)) await comeBack(person)
  const end = live.doc.getMap('fields').toJSON()
  for (const at of written.keys()) expect([`log/${at}`, end[`log/${at}`]]).toEqual([`log/${at}`, expect.any(String)])
  for (const [key, times] of arrivals) if (key.startsWith('log/')) expect([key, times]).toEqual([key, 1])
  for (const key of KEYS) {
    const all = written.filter((write) => write.key === key)
    const heads = all.filter((write) => !all.some((other) => other !== write && other.seen.has(write)))
    if (heads.length > 0) expect(heads.map(({ value }) => value)).toContain(end[key])
  }
  letGo()
  for (const { tab, network } of people) {
    tab?.close()
    await network.close()
  }
}

const byKey = (one: { key: string }, other: { key: string }) => (one.key < other.key ? -1 : 1)
const sorted = (fields: object) => Object.fromEntries(Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1)))

/** Has an overlap, and a tab that is killed before its user decides. */
const example: Act[] = [
  { act: 'cut', user: 0 },
  { act: 'set', user: 0, key: 'a' },
  { act: 'set', user: 1, key: 'a' },
  { act: 'return', user: 0 },
  { act: 'kill', user: 0 },
  { act: 'start', user: 0 },
]

test('edits of three browsers that are cut off, killed and return are never lost or doubled, and each overlap is reported', async () => {
  await fc.assert(fc.asyncProperty(acts, play), {
    numRuns: numRuns(6, 200),
    examples: [[example]],
    endOnFailure: true,
  })
  expect(failures).toEqual([])
  expect(seenOverlaps).toBeGreaterThan(0)
}, 600_000)
