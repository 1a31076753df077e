import type { ModelFile } from '@atelier/content'
import { expect, test } from 'vitest'
import { createModelDraft } from './modelDraft.ts'
import { type SaveModelInput, withField } from './modelFile.ts'

const saved: ModelFile = {
  id: 'post',
  name: 'Posts',
  kind: 'collection',
  domain: 'blog',
  i18n: true,
  title_field: 'title',
  fields: { title: { type: 'string', required: true }, price: { type: 'string' } },
}

/** A server that refuses to change the type of a field without being told what becomes of its values. */
function scene() {
  const sent: SaveModelInput[] = []
  const draft = createModelDraft({
    async save(input) {
      sent.push(input)
      const breaks = input.fields?.price !== undefined && input.migrate === undefined
      return breaks ? { code: 'needs_migration', message: 'Entries would break.' } : undefined
    },
    preview: async () => ({
      entries: 5,
      breaks: [{ field: 'price', what: 'type changed', count: 5, convertible: 4, default: false, required: false }],
      findings: [],
    }),
  })
  return { draft, sent, settled: () => new Promise((resolve) => setTimeout(resolve, 5)) }
}

test('an edit that breaks nothing is saved at once, and others that come meanwhile after it', async () => {
  const { draft, sent, settled } = scene()
  draft.change(saved, (edit) => ({ ...edit, file: { ...edit.file, name: 'Articles' } }))
  draft.change(saved, (edit) => ({ ...edit, file: { ...edit.file, domain: 'news' } }))
  await settled()
  expect(sent).toEqual([
    { id: 'post', name: 'Articles' },
    { id: 'post', domain: 'news' },
  ])
  expect(draft.state.get()).toEqual({ edit: undefined, held: undefined })
})

test('an edit that breaks entries waits, takes further ones along, and is saved once a user decides', async () => {
  const { draft, sent, settled } = scene()
  draft.change(saved, (edit) => ({ ...edit, file: withField(edit.file, 'price', { type: 'number' }) }))
  await settled()
  expect(draft.state.get().held?.preview?.breaks).toHaveLength(1)
  draft.change(saved, (edit) => ({ ...edit, file: { ...edit.file, name: 'Articles' } }))
  await settled()
  expect(draft.state.get().held?.message).toBe('Entries would break.')
  expect(await draft.save({ price: 'convert' })).toBeUndefined()
  expect(sent.at(-1)).toEqual({
    id: 'post',
    name: 'Articles',
    fields: { price: { type: 'number' } },
    migrate: { price: 'convert' },
  })
  expect(draft.state.get().edit).toBeUndefined()
})

test('an edit that breaks entries is given up', async () => {
  const { draft, sent, settled } = scene()
  draft.change(saved, (edit) => ({ ...edit, file: withField(edit.file, 'price', { type: 'number' }) }))
  await settled()
  draft.discard()
  await settled()
  expect(draft.state.get()).toEqual({ edit: undefined, held: undefined })
  expect(sent).toHaveLength(1)
})
