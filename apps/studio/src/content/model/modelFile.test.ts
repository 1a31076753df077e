import type { ModelFile } from '@atelier/content'
import { expect, test } from 'vitest'
import { rebased, renamesIn, saveModelInput, withField, withName, withOrder } from './modelFile.ts'

const base: ModelFile = {
  id: 'post',
  name: 'Posts',
  kind: 'collection',
  domain: 'blog',
  i18n: true,
  title_field: 'title',
  description: 'News.',
  fields: {
    title: { type: 'string', required: true, order: 1 },
    price: { type: 'number', order: 2 },
    about: { type: 'text', order: 3 },
  },
}
const edit = { base, file: base, rename: {} }

test('only what differs is saved', () => {
  expect(saveModelInput(edit)).toBeUndefined()
  expect(saveModelInput({ ...edit, file: { ...base, name: 'Articles' } })).toEqual({ id: 'post', name: 'Articles' })
  expect(saveModelInput({ ...edit, file: withField(base, 'price', undefined) })).toEqual({
    id: 'post',
    fields: { price: null },
  })
  const { description: _, ...bare } = base
  expect(saveModelInput({ ...edit, file: bare })).toEqual({ id: 'post', description: '' })
  expect(saveModelInput({ ...edit, file: withOrder(base, ['title', 'about', 'price']) })).toEqual({
    id: 'post',
    fields: { about: { type: 'text', order: 2 }, price: { type: 'number', order: 3 } },
  })
})

test('a field that is renamed stays the same one, also when it is renamed again, or back', () => {
  const once = withName(edit, 'title', 'heading')
  expect(saveModelInput(once)).toEqual({ id: 'post', rename: { title: 'heading' } })
  expect(once.file.title_field).toBe('heading')
  const twice = withName(once, 'heading', 'headline')
  expect(twice.rename).toEqual({ title: 'headline' })
  expect(withName(twice, 'headline', 'title').rename).toEqual({})
  // The next save begins with the values saved meanwhile.
  expect(rebased(twice, once)).toMatchObject({ base: once.file, rename: { heading: 'headline' } })
})

test('a field that is new is no renamed one', () => {
  const added = { ...edit, file: withField(base, 'place', { type: 'string' }) }
  const named = withName(added, 'place', 'town')
  expect(saveModelInput(named)).toEqual({ id: 'post', fields: { town: { type: 'string' } } })
})

test('a field that differs only by name in a file is taken for a renamed one, unless two are possible', () => {
  const { about, ...others } = base.fields ?? {}
  if (!about) throw new Error('The model has no such field.')
  const file = { ...base, fields: { ...others, summary: { ...about, order: 9 } } }
  expect(renamesIn(base, file)).toEqual({ about: 'summary' })
  expect(renamesIn(base, { ...base, fields: { ...file.fields, lead: about } })).toEqual({})
  expect(renamesIn(base, { ...base, fields: { ...others, summary: { type: 'markdown' } } })).toEqual({})
})
