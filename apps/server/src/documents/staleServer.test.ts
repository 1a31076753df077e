import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { testDatabases } from '../../testing/databases.ts'
import { AGENT, ANNA, type Instance, instanceOn, PROJECT } from '../../testing/documents.ts'
import { eachServer } from '../../testing/eachServer.ts'

const SET = 'set-1'

/** A server's decision on a document that it did not write to must hold at its commit, whatever it has not received yet. */
describe.each(testDatabases())('a server that hears nothing of the others, on $name', ({ place }) => {
  const here = eachServer(place)
  let stale: Instance
  beforeEach(() => {
    const { database } = here.server
    stale = instanceOn({ ...here.server, database: { ...database, subscribe: () => () => undefined } })
  })
  afterEach(() => stale.documents.close())

  const page = (fields: Record<string, string>) =>
    here.server.documents.create({ projectId: PROJECT, kind: 'page', fields })

  test('runs a body again when a document that the body relies on has moved', async () => {
    const read = await page({ a: '1' })
    const written = await page({})
    const seen: (number | undefined)[] = []
    const outcome = await stale.documents.transact({
      projectId: PROJECT,
      origin: AGENT,
      body: async (drafts) => {
        seen.push(await drafts.head(read))
        if (seen.length === 1) await here.write(read, { a: '2' })
        const draft = await drafts.open(written)
        draft?.set('saw', String(seen.at(-1)))
        return { result: null, commit: true }
      },
    })
    expect(outcome).toMatchObject({ ok: true })
    expect(seen).toEqual([1, 2])
    await expect.poll(() => here.fieldsOf(written), { timeout: 10_000 }).toEqual({ saw: '2' })
  })

  test('skips nothing in an undo that is again as the run wrote it', async () => {
    const id = await page({ a: 'before' })
    await here.write(id, { a: 'by the run' }, { changeSetId: SET })
    await here.write(id, { a: 'by a person' })
    expect((await stale.documents.open(id))?.view.get('a')).toBe('by a person')
    await here.write(id, { a: 'by the run' })
    expect(await stale.documents.undo(SET, ANNA)).toMatchObject({ ok: true, applied: 1, kept: [] })
    await expect.poll(() => here.fieldsOf(id), { timeout: 10_000 }).toEqual({ a: 'before' })
  })
})
