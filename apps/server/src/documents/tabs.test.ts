import { describe, expect, test } from 'vitest'
import * as Y from 'yjs'
import { databasesBySuite } from '../../testing/databases.ts'
import { ANNA, PROJECT } from '../../testing/documents.ts'
import { eachServer } from '../../testing/eachServer.ts'

/** Waits for what must come true, on a machine that may be busy. */
const _soon = <Value>(value: () => Value) => expect.poll(value, { timeout: 10_000 })

describe.each(databasesBySuite())('a tab on $name', ({ place }) => {
  const here = eachServer(place)

  /** A Y.Doc as a tab has it, whose updates are kept until they are sent. */
  async function tabOf(id: string) {
    const doc = new Y.Doc()
    Y.applyUpdate(doc, await here.server.documents.encode(id))
    const updates: Uint8Array[] = []
    doc.on('update', (update: Uint8Array) => updates.push(update))
    const send = async () => {
      const outcomes = []
      for (const update of updates.splice(0)) outcomes.push(await here.server.documents.receive(id, update, ANNA))
      return outcomes
    }
    return { doc, fields: doc.getMap('fields'), updates, send }
  }

  test('edits are stored before they are seen, and merge with the agent by key', async () => {
    const id = await here.server.documents.create({ projectId: PROJECT, kind: 'page', fields: { a: 1, b: 1 } })
    const tab = await tabOf(id)
    tab.fields.set('a', { by: 'anna' })
    await here.write(id, { b: 'agent' })
    tab.fields.delete('nothing')
    tab.fields.set('list', [1, null, 'x'])
    expect((await tab.send()).every((outcome) => outcome.ok)).toBe(true)
    const expected = { a: { by: 'anna' }, b: 'agent', list: [1, null, 'x'] }
    expect((await here.server.documents.open(id))?.view.get('a')).toEqual({ by: 'anna' })
    await here.server.die()
    await here.begin()
    expect(await here.fieldsOf(id)).toEqual(expected)
  })

  test('sending the same again stores nothing', async () => {
    const id = await here.server.documents.create({ projectId: PROJECT, kind: 'page', fields: { a: 1 } })
    const tab = await tabOf(id)
    tab.fields.set('a', 2)
    tab.fields.delete('a')
    const updates = [...tab.updates]
    await tab.send()
    const head = (await here.server.documents.open(id))?.head
    for (const update of updates) expect(await here.server.documents.receive(id, update, ANNA)).toEqual({ ok: true })
    expect(await here.server.documents.receive(id, Y.encodeStateAsUpdate(tab.doc), ANNA)).toEqual({ ok: true })
    expect((await here.server.documents.open(id))?.head).toBe(head)
  })

  test.each<[string, (doc: Y.Doc) => void]>([
    ['another map', (doc) => doc.getMap('other').set('a', 1)],
    ['text instead of a map', (doc) => doc.getText('fields').insert(0, 'x')],
    ['a list in the map', (doc) => doc.getMap('fields').set('a', new Y.Array())],
    ['a nested map', (doc) => doc.getMap('fields').set('a', new Y.Map([['b', 1]]))],
    ['bytes', (doc) => doc.getMap('fields').set('a', new Uint8Array([1]))],
    ['a number that JSON has not', (doc) => doc.getMap('fields').set('a', Number.NaN)],
    ['a hole in an object', (doc) => doc.getMap('fields').set('a', { b: undefined })],
    ['a value that is too large', (doc) => doc.getMap('fields').set('a', 'x'.repeat(1024 * 1024))],
    ['a key that is too long', (doc) => doc.getMap('fields').set('k'.repeat(2000), 1)],
    ['a subdocument', (doc) => doc.getMap('fields').set('a', new Y.Doc())],
  ])('is refused when it sends %s, and nothing changes', async (_, edit) => {
    const id = await here.server.documents.create({ projectId: PROJECT, kind: 'page', fields: { kept: 1 } })
    const before = await here.server.documents.encode(id)
    const doc = new Y.Doc()
    edit(doc)
    const outcome = await here.server.documents.receive(id, Y.encodeStateAsUpdate(doc), ANNA)
    expect(outcome).toMatchObject({ ok: false, refused: 'invalid_update' })
    expect(await here.server.documents.encode(id)).toEqual(before)
    expect(await here.server.documents.list(PROJECT)).toMatchObject([{ id, head: 1 }])
  })

  test('is refused when it sends bytes that mean nothing, whatever they are', async () => {
    const id = await here.server.documents.create({ projectId: PROJECT, kind: 'page', fields: { kept: 1 } })
    const before = await here.server.documents.encode(id)
    for (const bytes of [[], [255], [1, 1, 1, 255, 255, 255], [9, 9, 9, 9, 9], Array(300).fill(1)]) {
      const outcome = await here.server.documents.receive(id, Uint8Array.from(bytes), ANNA)
      expect(outcome.ok).toBe(false)
    }
    expect(await here.server.documents.encode(id)).toEqual(before)
  })

  test('gets a request to wait with an edit that builds on a missing one', async () => {
    const id = await here.server.documents.create({ projectId: PROJECT, kind: 'page', fields: {} })
    const tab = await tabOf(id)
    tab.fields.set('a', 1)
    tab.fields.set('a', 2)
    const [first, second] = tab.updates
    if (!first || !second) throw new Error('two updates were made')
    expect(await here.server.documents.receive(id, second, ANNA)).toMatchObject({ ok: false, refused: 'out_of_order' })
    expect(await here.server.documents.receive(id, first, ANNA)).toEqual({ ok: true })
    expect(await here.server.documents.receive(id, second, ANNA)).toEqual({ ok: true })
    expect(await here.fieldsOf(id)).toEqual({ a: 2 })
  })

  test('edits of two tabs on one key end the same everywhere', async () => {
    const id = await here.server.documents.create({ projectId: PROJECT, kind: 'page', fields: { a: 0 } })
    const [one, two] = [await tabOf(id), await tabOf(id)]
    one.fields.set('a', 'one')
    two.fields.set('a', 'two')
    await one.send()
    await two.send()
    const state = await here.server.documents.encode(id)
    for (const tab of [one, two]) {
      Y.applyUpdate(tab.doc, state)
      expect(tab.fields.toJSON()).toEqual(await here.fieldsOf(id))
    }
  })
})
