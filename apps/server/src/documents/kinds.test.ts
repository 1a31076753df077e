import { type DocumentType, encodeDocument, UnreadableDocument } from '@atelier/documents'
import { describe, expect, test } from 'vitest'
import * as Y from 'yjs'
import { databasesBySuite } from '../../testing/databases.ts'
import { ANNA, PROJECT, plainTypes } from '../../testing/documents.ts'
import { eachServer } from '../../testing/eachServer.ts'

const poem: DocumentType = {
  kind: 'poem',
  version: 1,
  writtenByTabs: true,
  accepts: (key, value) => (typeof value === 'string' ? undefined : `The line ${key} is a text.`),
  describe: ({ patches, after }) => ({
    title: String(after.get('title') ?? 'A poem'),
    lines: patches.map(({ key }) => ({ kind: 'changed', what: 'line', label: key })),
  }),
}

describe.each(databasesBySuite())('kinds of documents on $name', ({ place }) => {
  const here = eachServer(place)

  test('a document of a registered type is made, checked and described by it', async () => {
    await here.server.close()
    await here.begin({ types: [poem] })
    const { documents } = here.server
    const id = await documents.create({ projectId: PROJECT, kind: 'poem', fields: { title: 'Bread' } })
    const set = { changeSetId: 'set-1', origin: ANNA }
    await here.write(id, { first: 'Warm' }, set)
    expect(documents.describe((await documents.changes('set-1'))?.documents ?? [])).toEqual([
      { documentId: id, title: 'Bread', lines: [{ kind: 'changed', what: 'line', label: 'first' }] },
    ])
    expect(await documents.receive(id, updateThatSets('first', 1), ANNA)).toEqual({
      ok: false,
      refused: 'invalid_update',
      message: 'The line first is a text.',
    })
    expect(await documents.receive(id, updateThatSets('first', 'Cold'), ANNA)).toEqual({ ok: true })
  })

  test('a tab writes only to a kind that says so, and deletes only what the kind lets it delete', async () => {
    await here.server.close()
    await here.begin({ types: [poem, { ...poem, kind: 'record', writtenByTabs: undefined }] })
    const { documents } = here.server
    const refusals: unknown[] = []
    for (const kind of ['poem', 'record']) {
      const id = await documents.create({ projectId: PROJECT, kind, fields: { title: 'Bread' } })
      const state = await documents.encode(id)
      const edits: ((fields: Y.Map<unknown>) => void)[] = [
        () => undefined,
        (fields) => fields.set('first', 'Warm'),
        (fields) => fields.delete('title'),
      ]
      for (const edit of edits) {
        const doc = new Y.Doc()
        Y.applyUpdate(doc, state)
        edit(doc.getMap('fields'))
        const outcome = await documents.receive(id, Y.encodeStateAsUpdate(doc), ANNA)
        refusals.push(outcome.ok ? 'taken' : outcome.message)
      }
      expect(await here.fieldsOf(id)).toEqual(kind === 'poem' ? { title: 'Bread', first: 'Warm' } : { title: 'Bread' })
    }
    const readOnly = 'This document is changed by operations only.'
    expect(refusals).toEqual(['taken', 'taken', 'The line title is a text.', 'taken', readOnly, readOnly])
  })

  test('a document of an unknown kind is not made', async () => {
    const { documents } = here.server
    await expect(documents.create({ projectId: PROJECT, kind: 'poem', fields: { a: 1 } })).rejects.toThrow(
      'There is no document type "poem". This server has: site, page.',
    )
    const encoded = encodeDocument('poem', [{ key: 'a', after: 1 }])
    const outcome = await documents.transact({
      projectId: PROJECT,
      origin: ANNA,
      async body(drafts) {
        drafts.createEncoded('encoded', encoded)
        return { result: null, commit: true }
      },
    })
    expect(outcome).toMatchObject({ ok: false, refused: 'document_kind_unknown' })
    expect(await documents.list(PROJECT)).toEqual([])
  })

  test('a stored document of an unknown kind is neither opened, read nor written', async () => {
    await here.server.close()
    await here.begin({ types: [...plainTypes, poem] })
    const id = await here.server.documents.create({ projectId: PROJECT, kind: 'poem', fields: { a: '1' } })
    await here.restart()
    const { documents } = here.server
    await expect(documents.open(id)).rejects.toThrow(UnreadableDocument)
    await expect(documents.projection(id)).rejects.toThrow('There is no document type "poem"')
    expect(await documents.receive(id, updateThatSets('a', '2'), ANNA)).toMatchObject({
      ok: false,
      refused: 'document_kind_unknown',
    })
    expect(await here.write(id, { a: '2' })).toMatchObject({ ok: false, refused: 'document_kind_unknown' })
    await here.server.close()
    await here.begin({ types: [poem] })
    expect(await here.fieldsOf(id)).toEqual({ a: '1' })
  })
})

function updateThatSets(key: string, value: unknown): Uint8Array {
  const doc = new Y.Doc()
  doc.getMap('fields').set(key, value)
  return Y.encodeStateAsUpdate(doc)
}
