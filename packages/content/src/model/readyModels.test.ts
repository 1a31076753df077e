import { expect, test } from 'vitest'
import { checkModel } from './check.ts'
import { readyModels, readyRoutes } from './readyModels.ts'

const config = { locales: { default: 'en', supported: ['en', 'tr'] }, domains: ['blog', 'site', 'shop'] }

test('six models are ready, in which nothing is wrong, each translated and with an address of its own', () => {
  expect(readyModels.map(({ id }) => id)).toEqual(['post', 'page', 'person', 'product', 'event', 'question'])
  expect(readyModels.flatMap((model) => checkModel(model, readyModels, config))).toEqual([])
  expect(readyModels.every(({ i18n, title_field: title, fields }) => i18n && fields?.[title ?? '']?.required)).toBe(
    true,
  )
  expect(new Set(readyModels.map(({ id }) => readyRoutes[id])).size).toBe(6)
})
