import { describe, expect, test } from 'vitest'
import { databasesBySuite } from '../../testing/databases.ts'
import { AGENT, ANNA, PROJECT } from '../../testing/documents.ts'
import { eachServer } from '../../testing/eachServer.ts'

describe.each(databasesBySuite())('a commit on behalf of earlier change sets on $name', ({ place }) => {
  const here = eachServer(place)
  const undo = (id: string) => here.server.documents.undo(id, ANNA)
  const redo = (id: string) => here.server.documents.redo(id, ANNA)

  /** Applies what the sets `a` and `b` have proposed, as the set `merge`. */
  async function propose(id: string, more: object = {}) {
    const proposal = await here.server.documents.create({ projectId: PROJECT, kind: 'page', fields: {} })
    await here.write(proposal, { x: 'a' }, { changeSetId: 'a', ...more })
    await here.write(proposal, { y: 'b' }, { changeSetId: 'b' })
    return () =>
      here.server.documents.transact({
        projectId: PROJECT,
        origin: AGENT,
        changeSetId: 'merge',
        async body(drafts) {
          const target = await drafts.open(id)
          target?.set('x', 'a')
          target?.set('y', 'b')
          drafts.create('made', 'page').set('title', 'a')
          const shared = { documentId: id, changeSetId: 'a', patches: [{ key: 'x', before: '1', after: 'a' }] }
          drafts.alsoIn(shared)
          drafts.alsoIn({ documentId: id, changeSetId: 'b', patches: [{ key: 'y', after: 'b' }] })
          drafts.alsoIn({
            documentId: 'made',
            changeSetId: 'a',
            created: 'page',
            patches: [{ key: 'title', after: 'a' }],
          })
          // Neither there is one, nor is it counted twice.
          drafts.alsoIn({ ...shared, changeSetId: 'nobody' })
          drafts.alsoIn({ ...shared, changeSetId: 'merge' })
          return { result: null, commit: true }
        },
      })
  }

  test('takes in no change set of another project', async () => {
    const { documents } = here.server
    const theirs = await documents.transact({
      projectId: 'another',
      origin: ANNA,
      changeSetId: 'theirs',
      async body(drafts) {
        drafts.create('elsewhere', 'page').set('title', '1')
        return { result: null, commit: true }
      },
    })
    expect(theirs).toMatchObject({ ok: true })
    const id = await documents.create({ projectId: PROJECT, kind: 'page', fields: {} })
    await documents.transact({
      projectId: PROJECT,
      origin: AGENT,
      changeSetId: 'mine',
      async body(drafts) {
        ;(await drafts.open(id))?.set('x', 'a')
        drafts.alsoIn({ documentId: id, changeSetId: 'theirs', patches: [{ key: 'x', after: 'a' }] })
        return { result: null, commit: true }
      },
    })
    expect((await documents.changes('theirs'))?.documents.map(({ documentId }) => documentId)).toEqual(['elsewhere'])
    expect(await documents.inProject(PROJECT).open('elsewhere')).toBeUndefined()
    expect((await documents.inProject('another').open('elsewhere'))?.get('title')).toBe('1')
    expect(await undo('theirs')).toMatchObject({ ok: true, kept: [] })
    expect(await here.fieldsOf(id)).toEqual({ x: 'a' })
  })

  test('is taken back by part with each of them, and what is left with its own', async () => {
    const id = await here.server.documents.create({ projectId: PROJECT, kind: 'page', fields: { x: '1', own: '1' } })
    const merge = await propose(id)
    expect(await merge()).toMatchObject({ ok: true })
    await here.write(id, { own: 'anna' }, { origin: ANNA })
    await here.restart()
    expect(await undo('a')).toMatchObject({ ok: true, kept: [] })
    expect(await here.fieldsOf(id)).toEqual({ x: '1', y: 'b', own: 'anna' })
    expect(await here.server.documents.open('made')).toBeUndefined()
    expect(await redo('a')).toMatchObject({ ok: true, kept: [] })
    expect(await here.fieldsOf(id)).toEqual({ x: 'a', y: 'b', own: 'anna' })
    expect(await here.fieldsOf('made')).toEqual({ title: 'a' })
    expect(await undo('b')).toMatchObject({ ok: true, kept: [] })
    expect(await undo('merge')).toMatchObject({ ok: true, kept: [] })
    expect(await here.fieldsOf(id)).toEqual({ x: '1', own: 'anna' })
    expect(await here.server.documents.open('made')).toBeUndefined()
  })

  test('skip only those that are undone already', async () => {
    const id = await here.server.documents.create({ projectId: PROJECT, kind: 'page', fields: { x: '1' } })
    const merge = await propose(id)
    expect(await undo('a')).toMatchObject({ ok: true })
    expect(await merge()).toMatchObject({ ok: true })
    expect(await redo('a')).toMatchObject({ ok: true })
    expect(await undo('a')).toMatchObject({ ok: true })
    expect(await here.fieldsOf(id)).toEqual({ x: 'a', y: 'b' })
    expect(await undo('merge')).toMatchObject({ ok: true, kept: [] })
    expect(await here.fieldsOf(id)).toEqual({ x: '1' })
  })

  test('is taken back with a group of them, in the order of all commits', async () => {
    const id = await here.server.documents.create({ projectId: PROJECT, kind: 'page', fields: { x: '1' } })
    const group = { id: 'group', label: 'A plan' }
    const merge = await propose(id, { group })
    expect(await merge()).toMatchObject({ ok: true })
    await here.write(id, { x: 'later' }, { changeSetId: 'c', group })
    expect(await undo('group')).toMatchObject({ ok: true, kept: [] })
    expect(await here.fieldsOf(id)).toEqual({ x: '1', y: 'b' })
  })
})
