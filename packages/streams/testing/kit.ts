import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Query } from '../src/contract/database.ts'
import { formatOffset } from '../src/contract/offset.ts'
import type { StreamStore } from '../src/contract/port.ts'

/** The services that the kit needs around a store. */
export interface StoreUnderTest {
  store: StreamStore
  /** A row of the caller's own, and the rows that there are. A second row of the same id MUST fail. */
  row(id: string): Query
  rows(): Promise<string[]>
  /** Sets the epoch that holds a run. */
  holdRun(id: string, epoch: number): Promise<void>
  close(): Promise<void>
}

const bytes = (text: string) => new TextEncoder().encode(text)
const entries = (...texts: string[]) => texts.map(bytes)
const json = { contentType: 'application/json' }
const text = { contentType: 'text/plain' }

/** The requirements of every implementation of `StreamStore`. `open` is given the clock to use. */
export function streamStoreKit(name: string, open: (now: () => number) => Promise<StoreUnderTest>): void {
  describe(`the stream store on ${name}`, () => {
    let under: StoreUnderTest
    let store: StreamStore
    let time = 0

    beforeEach(async () => {
      time = 1_795_300_000_000
      under = await open(() => time)
      store = under.store
    })
    afterEach(() => under.close())

    async function textsOf(path: string, offset = '-1', limit?: number): Promise<string[] | undefined> {
      const read = await store.read(path, offset, limit)
      return read?.entries.map((entry) => new TextDecoder().decode(entry))
    }

    describe('reading', () => {
      it('gives every entry once, in order, whatever the size of the batches', async () => {
        let round = 0
        await fc.assert(
          fc.asyncProperty(
            fc.array(fc.array(fc.string({ minLength: 1, unit: 'grapheme' }), { minLength: 1, maxLength: 5 }), {
              maxLength: 8,
            }),
            fc.integer({ min: 1, max: 7 }),
            fc.integer({ min: 1, max: 40 }),
            async (appends, limit, maxBytes) => {
              const path = `p${++round}`
              await store.create(path, text)
              for (const each of appends) await store.append(path, { entries: entries(...each) })
              const seen: string[] = []
              const offsets: string[] = []
              let offset = '-1'
              for (;;) {
                const read = await store.readFrom(path, offset, { limit, maxBytes })
                if (!read.ok) throw new Error(read.message)
                expect(read.entries.length).toBeLessThanOrEqual(limit)
                seen.push(...read.entries.map((entry) => new TextDecoder().decode(entry)))
                offsets.push(...read.offsets)
                offset = read.nextOffset
                if (read.upToDate) break
                expect(read.entries.length).toBeGreaterThan(0)
              }
              expect(seen).toEqual(appends.flat())
              expect([...offsets].sort()).toEqual(offsets)
              expect(new Set(offsets).size).toBe(offsets.length)
              expect(offset).toBe((await store.info(path))?.tailOffset)
            },
          ),
          { numRuns: 12 },
        )
      })

      it('continues from the offset of any entry', async () => {
        await store.create('s', text)
        await store.append('s', { entries: entries('a', 'b', 'c') })
        const read = await store.read('s', '-1')
        const [first = '', second = ''] = read?.offsets ?? []
        expect(await textsOf('s', first)).toEqual(['b', 'c'])
        expect(await textsOf('s', second, 1)).toEqual(['c'])
        expect(await textsOf('s', 'now')).toEqual([])
      })

      it('refuses an offset beyond the end, and one that it did not give', async () => {
        await store.create('s', text)
        for (const offset of [formatOffset(1), 'x', '12', '0,1']) {
          expect(await store.readFrom('s', offset)).toMatchObject({ ok: false, refused: 'offset' })
        }
        expect(await store.readFrom('nowhere', '-1')).toMatchObject({ refused: 'stream_not_found' })
        expect(await store.read('nowhere', '-1')).toBeUndefined()
      })

      it('never shows an entry before all that stand before it, with many writers', async () => {
        await store.create('s', text)
        const writers = Array.from({ length: 8 }, async (_, writer) => {
          for (let index = 0; index < 10; index++) await store.append('s', { entries: entries(`${writer}:${index}`) })
        })
        const seen: string[] = []
        let offset = '-1'
        while (seen.length < 80) {
          const read = await store.read('s', offset, 7)
          if (!read) throw new Error('gone')
          seen.push(...read.entries.map((entry) => new TextDecoder().decode(entry)))
          offset = read.nextOffset
          // A read may be done within the turn: writers need turns of the event loop too.
          await new Promise((resolve) => setTimeout(resolve, 0))
        }
        await Promise.all(writers)
        expect(new Set(seen).size).toBe(80)
        for (let writer = 0; writer < 8; writer++) {
          const own = seen.filter((each) => each.startsWith(`${writer}:`))
          expect(own).toEqual(Array.from({ length: 10 }, (_, index) => `${writer}:${index}`))
        }
      })
    })

    describe('committing', () => {
      it('makes appends to several streams, rows and expectations durable together', async () => {
        await store.ensure('a')
        await store.ensure('b')
        const outcome = await store.commit({
          appends: [
            { stream: 'a', entries: entries('1', '2') },
            { stream: 'b', entries: entries('3') },
          ],
          rows: [under.row('r')],
          expect: [{ query: under.row('e'), rows: 1, code: 'conflict' }],
        })
        expect(outcome).toMatchObject({ ok: true, offsets: [formatOffset(2), formatOffset(1)] })
        expect(await textsOf('a')).toEqual(['1', '2'])
        expect(await textsOf('b')).toEqual(['3'])
        expect(await under.rows()).toEqual(['e', 'r'])
      })

      it('writes nothing at all behind a lost fence: no entry, no row, no producer state', async () => {
        await store.ensure('a')
        await under.holdRun('run', 2)
        const write = (epoch: number) =>
          store.commit({
            fence: { runId: 'run', epoch },
            appends: [{ stream: 'a', entries: entries('1'), producer: { id: 'p', epoch: 0, seq: 0 } }],
            rows: [under.row('r')],
          })
        expect(await write(1)).toMatchObject({ ok: false, refused: 'fenced' })
        expect(await textsOf('a')).toEqual([])
        expect(await under.rows()).toEqual([])
        expect(await write(2)).toMatchObject({ ok: true })
        expect(await textsOf('a')).toEqual(['1'])
        expect(await store.commit({ fence: { runId: 'unknown', epoch: 0 } })).toMatchObject({ refused: 'fenced' })
      })

      it('writes nothing where a later part is refused, and lets its neighbours pass', async () => {
        await store.ensure('a')
        const outcomes = await Promise.all([
          store.commit({ appends: [{ stream: 'a', entries: entries('1') }] }),
          store.commit({
            appends: [
              { stream: 'a', entries: entries('x') },
              { stream: 'none', entries: entries('y') },
            ],
          }),
          store.commit({
            appends: [{ stream: 'a', entries: entries('z') }],
            expect: [{ query: { sql: 'select 1 as one where 1 = 0', parameters: [] }, rows: 1, code: 'head_moved' }],
          }),
          store.commit({ appends: [{ stream: 'a', entries: entries('2') }], rows: [under.row('r')] }),
        ])
        expect(outcomes.map((outcome) => (outcome.ok ? 'ok' : outcome.refused))).toEqual([
          'ok',
          'stream_not_found',
          'head_moved',
          'ok',
        ])
        expect(await textsOf('a')).toEqual(['1', '2'])
        expect(await under.rows()).toEqual(['r'])
      })

      it('throws what the database reports about a row, and writes nothing', async () => {
        await store.ensure('a')
        await store.commit({ rows: [under.row('r')] })
        const again = store.commit({ appends: [{ stream: 'a', entries: entries('1') }], rows: [under.row('r')] })
        await expect(again).rejects.toThrow()
        expect(await textsOf('a')).toEqual([])
      })

      it('wakes the followers of its streams once it can be read', async () => {
        await store.ensure('a')
        await store.ensure('b')
        const seen: string[] = []
        const stop = store.subscribe('a', () => seen.push('a'))
        store.subscribe('b', () => seen.push('b'))
        const read = new Promise((resolve) => store.subscribe('a', () => resolve(textsOf('a'))))
        await store.commit({ appends: [{ stream: 'a', entries: entries('1') }] })
        expect(await read).toEqual(['1'])
        stop()
        await store.commit({ appends: [{ stream: 'a', entries: entries('2') }] })
        expect(seen).toEqual(['a'])
      })
    })

    it('refuses a single append for the fence first, then for its stream', async () => {
      await store.ensure('a')
      await under.holdRun('run', 2)
      const append = (epoch: number) =>
        store.commit({ fence: { runId: 'run', epoch }, appends: [{ stream: 'a', entries: entries('1') }] })
      expect(await append(1)).toMatchObject({ ok: false, refused: 'fenced' })
      expect(await append(2)).toMatchObject({ ok: true })
      await store.append('a', { entries: [], close: true })
      expect(await append(1)).toMatchObject({ ok: false, refused: 'fenced' })
      expect(await append(2)).toMatchObject({ ok: false, refused: 'stream_closed' })
      expect(await textsOf('a')).toEqual(['1'])
    })

    describe('followers', () => {
      it('are handed each entry once, whatever the size and the pace of the appends', async () => {
        await store.ensure('a')
        await fc.assert(
          fc.asyncProperty(
            fc.array(fc.record({ size: fc.integer({ min: 1, max: 40 }), waits: fc.boolean() }), { maxLength: 12 }),
            async (appends) => {
              const start = (await store.info('a'))?.tailOffset ?? ''
              const seen: string[] = []
              let at = start
              const follow = async () => {
                const read = await store.readFrom('a', at)
                if (!read.ok) return
                at = read.nextOffset
                seen.push(...read.entries.map((entry) => new TextDecoder().decode(entry)))
                expect(read.offsets.at(-1) ?? at).toBe(at)
              }
              let following = follow()
              const stop = store.subscribe('a', () => {
                following = following.then(follow)
              })
              const sent: string[] = []
              for (const { size, waits } of appends) {
                const texts = Array.from({ length: size }, (_, index) => `${sent.length + index}`)
                sent.push(...texts)
                await store.commit({ appends: [{ stream: 'a', entries: entries(...texts) }] })
                if (waits) await following
              }
              await expect.poll(() => seen.length).toBe(sent.length)
              stop()
              expect(seen).toEqual(sent)
            },
          ),
          { numRuns: 10 },
        )
      })

      it('are handed nothing of a stream that was removed, and what the next one under its path holds', async () => {
        await store.ensure('a')
        const stop = store.subscribe('a', () => undefined)
        const start = (await store.info('a'))?.tailOffset ?? ''
        await store.readFrom('a', start)
        await store.append('a', { entries: entries('1') })
        expect(await textsOf('a', start)).toEqual(['1'])
        await store.remove('a')
        expect(await store.readFrom('a', start)).toMatchObject({ ok: false, refused: 'stream_not_found' })
        await store.ensure('a')
        await store.append('a', { entries: entries('2') })
        expect(await textsOf('a', start)).toEqual(['2'])
        await store.append('a', { entries: entries('3'), close: true })
        expect(await store.readFrom('a', start)).toMatchObject({ upToDate: true, closed: true })
        stop()
      })
    })

    describe('producers', () => {
      const send = (seq: number, epoch = 0, id = 'p') =>
        store.append('s', { entries: entries(`${epoch}.${seq}`), producer: { id, epoch, seq } })

      it('appends each sequence number once, also when the answer to it was lost', async () => {
        await store.create('s', text)
        await fc.assert(
          fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 2 }), { maxLength: 12 }), async (retries) => {
            const id = `p${Math.random()}`
            const path = `s${Math.random()}`
            await store.create(path, text)
            for (const [seq, again] of retries.entries()) {
              const request = { entries: entries(String(seq)), producer: { id, epoch: 0, seq } }
              for (let index = 0; index <= again; index++) {
                expect(await store.append(path, request)).toMatchObject({ ok: true, duplicate: index > 0 })
              }
            }
            expect(await textsOf(path)).toEqual(retries.map((_, seq) => String(seq)))
          }),
          { numRuns: 10 },
        )
      })

      it('refuses gaps, epochs that were fenced off, and new epochs that do not begin at 0', async () => {
        await store.create('s', text)
        expect(await send(1)).toMatchObject({ refused: 'producer_gap', producer: { seq: -1 } })
        expect(await send(0)).toMatchObject({ ok: true })
        expect(await send(2)).toMatchObject({ refused: 'producer_gap', producer: { seq: 0 } })
        expect(await send(1, 1)).toMatchObject({ refused: 'producer_epoch' })
        expect(await send(0, 1)).toMatchObject({ ok: true })
        expect(await send(1, 0)).toMatchObject({ refused: 'producer_stale', producer: { epoch: 1 } })
        expect(await send(0, 0, 'other')).toMatchObject({ ok: true })
        expect(await textsOf('s')).toEqual(['0.0', '1.0', '0.0'])
      })

      it('lets exactly one of two that race for a number through', async () => {
        await store.create('s', text)
        const outcomes = await Promise.all(Array.from({ length: 6 }, () => send(0)))
        expect(outcomes.filter((outcome) => outcome.ok && !outcome.duplicate)).toHaveLength(1)
        expect(await textsOf('s')).toEqual(['0.0'])
      })

      it('learns of a duplicate commit, and nothing of it is written again', async () => {
        await store.ensure('a')
        const commit = (id: string) =>
          store.commit({
            appends: [{ stream: 'a', entries: entries('1'), producer: { id: 'p', epoch: 0, seq: 0 } }],
            rows: [under.row(id)],
          })
        expect(await commit('first')).toMatchObject({ ok: true })
        expect(await commit('second')).toMatchObject({ ok: false, refused: 'producer_duplicate' })
        expect(await under.rows()).toEqual(['first'])
      })
    })

    describe('a life', () => {
      it('begins once: the same configuration is the same stream, another is refused', async () => {
        expect(await store.create('s', { ...json, ttlSeconds: 60 })).toMatchObject({ ok: true, created: true })
        expect(await store.create('s', { ...json, ttlSeconds: 60 })).toMatchObject({ ok: true, created: false })
        expect(await store.create('s', json)).toMatchObject({ refused: 'stream_exists' })
        expect(await store.create('s', { ...text, ttlSeconds: 60 })).toMatchObject({ refused: 'stream_exists' })
        await store.ensure('s')
        const racing = await Promise.all([1, 2, 3].map(() => store.create('r', json)))
        expect(racing.filter((outcome) => outcome.ok && outcome.created)).toHaveLength(1)
      })

      it('takes nothing after it was closed, with or without a last entry', async () => {
        await store.create('s', text)
        expect(await store.append('s', { entries: entries('last'), close: true })).toMatchObject({ closed: true })
        expect(await store.append('s', { entries: entries('late') })).toMatchObject({ refused: 'stream_closed' })
        expect(await store.append('s', { entries: [], close: true })).toMatchObject({ ok: true, closed: true })
        expect(await store.readFrom('s', '-1')).toMatchObject({ closed: true, upToDate: true })
        expect(await textsOf('s')).toEqual(['last'])
      })

      it('slides with reads and writes and ends without them; an expiry date does not slide', async () => {
        await store.create('slides', { ...text, ttlSeconds: 10 })
        await store.create('fixed', { ...text, expiresAt: time + 25_000 })
        const touch = [
          () => store.readFrom('slides', 'now'),
          () => store.append('slides', { entries: entries('x') }),
          () => store.append('slides', { entries: [], close: true }),
        ]
        for (const each of touch) {
          time += 8000
          await each()
        }
        time += 8000
        expect(await store.info('slides')).toBeDefined()
        expect(await store.info('fixed')).toBeUndefined()
        time += 2000
        expect(await store.info('slides')).toBeUndefined()
        expect(await store.append('slides', { entries: entries('y') })).toMatchObject({ refused: 'stream_not_found' })
      })

      it('leaves nothing behind under its path when it has expired or was removed', async () => {
        await store.create('s', { ...text, ttlSeconds: 1 })
        await store.append('s', { entries: entries('old'), producer: { id: 'p', epoch: 3, seq: 0 } })
        time += 2000
        expect(await store.create('s', text)).toMatchObject({ ok: true, created: true })
        expect(await textsOf('s')).toEqual([])
        await store.append('s', { entries: entries('new'), producer: { id: 'p', epoch: 0, seq: 0 } })
        await store.remove('s')
        await store.remove('s')
        expect(await store.delete('s')).toMatchObject({ refused: 'stream_not_found' })
        await store.ensure('s')
        expect(await textsOf('s')).toEqual([])
      })

      it('is swept away once it has expired', async () => {
        for (const path of ['a', 'b', 'c']) {
          expect(await store.create(path, { ...text, ttlSeconds: 1 })).toMatchObject({ created: true })
        }
        await store.create('d', text)
        time += 2000
        expect(await store.sweep(2)).toBe(2)
        expect(await store.sweep()).toBe(1)
        expect(await store.sweep()).toBe(0)
        expect(await store.info('d')).toBeDefined()
      })
    })

    describe('forks', () => {
      it('inherit what stood before the fork, and go their own way', async () => {
        await store.create('s', text)
        await store.append('s', { entries: entries('a', 'b', 'c') })
        await store.create('f', { fork: { from: 's', offset: formatOffset(2) } })
        await store.append('s', { entries: entries('d') })
        await store.append('f', { entries: entries('D') })
        await store.create('g', { fork: { from: 'f' } })
        await store.append('g', { entries: entries('E') })
        expect(await textsOf('s')).toEqual(['a', 'b', 'c', 'd'])
        expect(await textsOf('f')).toEqual(['a', 'b', 'D'])
        expect(await textsOf('g')).toEqual(['a', 'b', 'D', 'E'])
        expect(await textsOf('g', formatOffset(1), 2)).toEqual(['b', 'D'])
      })

      it('begin in the middle of an append', async () => {
        await store.create('t', text)
        await store.append('t', { entries: entries('hello') })
        await store.create('tf', { fork: { from: 't', offset: formatOffset(0), subOffset: 3 } })
        expect(await textsOf('tf')).toEqual(['hel'])
        await store.create('j', json)
        await store.append('j', { entries: entries('1', '2', '3') })
        await store.append('j', { entries: entries('4') })
        await store.create('jf', { fork: { from: 'j', offset: formatOffset(0), subOffset: 2 } })
        expect(await textsOf('jf')).toEqual(['1', '2'])
        const beyond = { fork: { from: 'j', offset: formatOffset(0), subOffset: 4 } }
        expect(await store.create('jg', beyond)).toMatchObject({ refused: 'fork_offset' })
      })

      it('keep their source until the last of them is gone', async () => {
        await store.create('s', { ...text, entries: entries('a') })
        await store.create('f', { fork: { from: 's' } })
        await store.create('g', { fork: { from: 'f' } })
        expect(await store.delete('s')).toEqual({ ok: true })
        expect(await store.delete('f')).toEqual({ ok: true })
        expect(await store.head('s')).toMatchObject({ refused: 'stream_gone' })
        expect(await store.create('s', text)).toMatchObject({ refused: 'stream_exists' })
        expect(await textsOf('g')).toEqual(['a'])
        await store.remove('g')
        expect(await store.head('s')).toMatchObject({ refused: 'stream_not_found' })
        expect(await store.create('s', text)).toMatchObject({ created: true })
      })
    })
  })
}
