import { openLocal } from '@atelier/documents'
import { describe, expect, test } from 'vitest'
import * as Y from 'yjs'
import { databasesBySuite } from '../../testing/databases.ts'
import { ANNA, PROJECT } from '../../testing/documents.ts'
import { eachServer } from '../../testing/eachServer.ts'

describe.each(databasesBySuite())('what was written since a head, on $name', ({ place }) => {
  const here = eachServer(place)

  test('names the keys that a server and a tab wrote and deleted, until they went into a snapshot', async () => {
    const { documents } = here.server
    const id = await documents.create({ projectId: PROJECT, kind: 'page', fields: { a: 0, gone: 1, still: 2 } })
    const since = (await documents.open(id))?.head ?? 0
    expect(await documents.writtenSince(id, since)).toEqual({ head: since, keys: [] })
    await here.write(id, { a: 'one' })
    await here.write(id, { a: 'two', made: 'yes' })
    const tab = openLocal(new Y.Doc())
    Y.applyUpdate(tab.doc, await documents.encode(id))
    tab.apply([{ key: 'gone' }, { key: 'typed', after: 'x' }])
    expect(await documents.receive(id, Y.encodeStateAsUpdate(tab.doc), ANNA)).toEqual({ ok: true })
    const found = await documents.writtenSince(id, since)
    expect(found?.keys.filter((key) => key !== 'still').sort()).toEqual(['a', 'gone', 'made', 'typed'])
    expect((await documents.writtenSince(id, found?.head ?? 0))?.keys).toEqual([])
    expect(await documents.writtenSince(id, 99)).toBeUndefined()
    await documents.compact(id)
    expect(await documents.writtenSince(id, since)).toBeUndefined()
    expect((await documents.writtenSince(id, found?.head ?? 0))?.keys).toEqual([])
  })
})
