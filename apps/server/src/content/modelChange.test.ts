import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstProject } from '../../testing/ai.ts'
import { longestTurn } from '../../testing/cpuTime.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

const COUNT = 500

let server: TestServer
let projectId = ''

const Written = Type.Object({ changeSetId: Type.String() })
const call = async (name: string, input: object) =>
  (await server.call('POST', `/api/projects/${projectId}/operations/content.${name}`, { input })).body

beforeAll(async () => {
  server = await startTestServer()
  projectId = (await firstProject(server)).id
  const fields = {
    title: { type: 'string', required: true },
    price: { type: 'string' },
    about: { type: 'markdown' },
  }
  await call('init_project', { locales: ['en', 'tr'], domains: ['shop'], models: [{ id: 'item', fields }] })
  const data = Object.fromEntries(
    Array.from({ length: COUNT }, (_, at) => [
      `item-${at}`,
      {
        title: `Item ${at}`,
        price: at % 5 === 0 ? 'on request' : `${at}.50`,
        about: `# Item ${at}\n\nIt is made by hand.`,
      },
    ]),
  )
  await call('save_content', { model: 'item', data })
}, 60_000)
afterAll(() => server.close())

const value = async (id: string) =>
  (await server.services.content.reader(projectId).entry('item', id))?.settled?.locales.en?.values.price

test('a change is previewed, made under 500 entries and undone, and others have their turn meanwhile', async () => {
  const change = { id: 'item', fields: { price: { type: 'number' } } }
  const preview = await longestTurn(() => call('previewModel', change))
  expect(preview.result).toMatchObject({
    data: {
      entries: COUNT,
      breaks: [{ field: 'price', what: 'type changed', count: COUNT, convertible: 400, default: false }],
      findings: [],
    },
  })
  expect(await value('item-1')).toBe('1.50')

  const saved = await longestTurn(() => call('save_model', { ...change, migrate: { price: 'convert' } }))
  expect(saved.result).toMatchObject({ data: { affected: { entries: COUNT, migrated: COUNT }, errors: [] } })
  expect([await value('item-1'), await value('item-5')]).toEqual([1.5, undefined])

  const { changeSetId } = Value.Parse(Written, saved.result)
  const path = `/api/projects/${projectId}/changes/${changeSetId}/undo`
  const undone = await longestTurn(() => server.call('POST', path, {}))
  expect(undone.result).toMatchObject({ status: 200, body: { kept: [] } })
  await expect.poll(() => value('item-5')).toBe('on request')
  // In one piece it takes 200 ms where each of these takes 15 to 50.
  expect(Math.max(preview.longestMs, saved.longestMs, undone.longestMs)).toBeLessThan(100)
})

test('a locale goes with all its texts, once a user agrees to that, and comes back by undo', async () => {
  const title = async () => {
    const locales = (await server.services.content.reader(projectId).entry('item', 'item-3'))?.settled?.locales
    return { ...locales?.tr, values: locales?.tr?.values.title }
  }
  await call('save_content', { model: 'item', locale: 'tr', data: { 'item-3': { title: 'Parça 3' } } })
  await call('vocabulary', { terms: { bread: { en: 'bread', tr: 'ekmek' } } })
  expect(await call('removeLocale', { locale: 'en' })).toMatchObject({ error: { code: 'default_locale' } })
  expect(await call('removeLocale', { locale: 'tr' })).toMatchObject({
    error: { code: 'locale_in_use', message: expect.stringContaining('item: 1 entry, Vocabulary: 1 term') },
  })
  const removed = await call('removeLocale', { locale: 'tr', drop: true })
  expect(removed).toMatchObject({ data: { removed: true, entries: 1, left: 0, supported: ['en'] } })
  await expect.poll(title).toEqual({ values: undefined })
  const terms = await server.call('GET', `/api/projects/${projectId}/content/vocabulary`)
  expect(terms.body).toEqual({ terms: [{ key: 'bread', texts: { en: 'bread' } }] })
  const { changeSetId } = Value.Parse(Written, removed)
  await server.call('POST', `/api/projects/${projectId}/changes/${changeSetId}/undo`, {})
  await expect.poll(title).toMatchObject({ values: 'Parça 3' })
})

test('a change of a model, such as a label, is no edit of its entries', async () => {
  const updated = async () =>
    (await server.services.content.reader(projectId).entries('item')).map(({ id, updatedAt }) => `${id} ${updatedAt}`)
  const before = await updated()
  await call('save_model', { id: 'item', fields: { title: { type: 'string', required: true, label: 'Its name' } } })
  await server.services.settleAgain.rest()
  expect(await updated()).toEqual(before)
})
