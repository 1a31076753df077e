import { describe, expect, test } from 'vitest'
import { databasesBySuite } from '../../testing/databases.ts'
import { ANNA, PROJECT } from '../../testing/documents.ts'
import { eachServer } from '../../testing/eachServer.ts'

const group = { id: 'group-1', label: 'A new site' }

describe.each(databasesBySuite())('groups of change sets on $name', ({ place }) => {
  const here = eachServer(place)
  const inSet = (changeSetId: string) => ({ changeSetId, label: changeSetId, group })
  const undo = (id: string) => here.server.documents.undo(id, ANNA)
  const redo = (id: string) => here.server.documents.redo(id, ANNA)

  test('are undone in the order of all their commits, and redone, keeping what others changed', async () => {
    const id = await here.server.documents.create({ projectId: PROJECT, kind: 'page', fields: { k: '1', j: '1' } })
    await here.write(id, { k: '2', a: 'a' }, inSet('a'))
    await here.write(id, { k: '3', b: 'b' }, inSet('b'))
    await here.write(id, { k: '4', j: '2' }, inSet('a'))
    await here.write(id, { j: 'anna', own: 'anna' }, { origin: ANNA })
    await here.restart()
    expect(await undo(group.id)).toMatchObject({ ok: true, applied: 3, kept: [{ documentId: id, key: 'j' }] })
    expect(await here.fieldsOf(id)).toEqual({ k: '1', j: 'anna', own: 'anna' })
    expect(await undo(group.id)).toMatchObject({ ok: false, refused: 'already_undone' })
    expect(await undo('a')).toMatchObject({ ok: false, refused: 'already_undone' })
    expect(await redo('a')).toMatchObject({ ok: false, refused: 'undone_together' })
    expect(await here.write(id, { k: '9' }, inSet('c'))).toMatchObject({ ok: false, refused: 'change_set_undone' })
    expect(await here.server.documents.changes(group.id)).toMatchObject({ state: 'undone', label: 'A new site' })
    await here.restart()
    expect(await redo(group.id)).toMatchObject({ ok: true, applied: 3, kept: [] })
    expect(await here.fieldsOf(id)).toEqual({ k: '4', j: 'anna', a: 'a', b: 'b', own: 'anna' })
    expect(await here.write(id, { k: '5' }, inSet('c'))).toMatchObject({ ok: true })
    expect(await undo(group.id)).toMatchObject({ ok: true })
    expect(await here.fieldsOf(id)).toEqual({ k: '1', j: 'anna', own: 'anna' })
  })

  test('leave out a set that was undone by itself, also when they are redone', async () => {
    const id = await here.server.documents.create({ projectId: PROJECT, kind: 'page', fields: {} })
    await here.write(id, { a: 'a' }, inSet('a'))
    await here.write(id, { b: 'b' }, inSet('b'))
    expect(await undo('a')).toMatchObject({ ok: true })
    expect(await undo(group.id)).toMatchObject({ ok: true, applied: 1 })
    expect(await here.fieldsOf(id)).toEqual({})
    expect(await redo(group.id)).toMatchObject({ ok: true, applied: 1 })
    expect(await here.fieldsOf(id)).toEqual({ b: 'b' })
    expect(await redo('a')).toMatchObject({ ok: true })
    expect(await here.fieldsOf(id)).toEqual({ a: 'a', b: 'b' })
  })

  test('remove the documents that one member made and another wrote into', async () => {
    const { documents } = here.server
    await documents.transact({
      projectId: PROJECT,
      origin: ANNA,
      ...inSet('a'),
      body: async (drafts) => {
        drafts.create('new-page', 'page').set('title', 'New')
        return { result: null, commit: true }
      },
    })
    await here.write('new-page', { text: 'Words' }, inSet('b'))
    expect(await undo(group.id)).toMatchObject({ ok: true, kept: [] })
    expect(await documents.open('new-page')).toBeUndefined()
    expect(await redo(group.id)).toMatchObject({ ok: true })
    expect(await here.fieldsOf('new-page')).toEqual({ title: 'New', text: 'Words' })
  })

  test('an undo beside three members that still write takes everything back and refuses the rest', async () => {
    const { documents } = here.server
    const fields = { shared: 'before' }
    const id = await documents.create({ projectId: PROJECT, kind: 'page', fields })
    const counts = [0, 0, 0]
    const writers = counts.map(async (_none, at) => {
      for (;;) {
        const key = counts[at] === undefined || counts[at] % 2 === 0 ? `${at}-${counts[at]}` : 'shared'
        const outcome = await here.write(id, { [key]: `${at} ${counts[at]}` }, inSet(`set-${at}`))
        if (typeof outcome !== 'object' || outcome === null || !('ok' in outcome)) throw new Error('No outcome')
        if (outcome.ok === true) counts[at] = (counts[at] ?? 0) + 1
        else if ('refused' in outcome && outcome.refused !== 'busy') return outcome.refused
      }
    })
    await expect.poll(() => Math.min(...counts), { timeout: 10_000 }).toBeGreaterThan(2)
    expect(await undo(group.id)).toMatchObject({ ok: true, state: 'undone', kept: [] })
    expect(await Promise.all(writers)).toEqual(Array(3).fill('change_set_undone'))
    expect(await here.fieldsOf(id)).toEqual(fields)
    expect(await redo(group.id)).toMatchObject({ ok: true, kept: [] })
    const own = Object.keys((await here.fieldsOf(id)) ?? {}).filter((key) => key !== 'shared')
    expect(own).toHaveLength(counts.reduce((sum, count) => sum + Math.ceil(count / 2), 0))
  })
})
