import type { Project } from '@atelier/api'
import { expect, test } from 'vitest'
import { canCreate, cardRights, coverLetter, newestFirst, pagesThatGo } from './projectList.ts'

test('the project that was changed last stands first, and the given list stays as it is', () => {
  const project = (id: string, updatedAt: number): Project => ({
    id,
    updatedAt,
    slug: id,
    name: id,
    role: 'owner',
    siteDocumentId: 's',
    createdAt: 0,
  })
  const given = [project('a', 1), project('b', 3), project('c', 2)]
  expect(newestFirst(given).map(({ id }) => id)).toEqual(['b', 'c', 'a'])
  expect(given.map(({ id }) => id)).toEqual(['a', 'b', 'c'])
})

test('a member does not begin projects', () => {
  expect([canCreate('owner'), canCreate('admin')]).toEqual([true, true])
  expect([canCreate('member'), canCreate(undefined)]).toEqual([false, false])
})

test('an editor renames a project and does not delete it', () => {
  expect(cardRights('owner')).toEqual({ rename: true, delete: true })
  expect(cardRights('admin')).toEqual({ rename: true, delete: true })
  expect(cardRights('editor')).toEqual({ rename: true, delete: false })
  for (const role of ['reviewer', 'viewer'] as const) expect(cardRights(role)).toEqual({ rename: false, delete: false })
})

test('the question before a project goes counts its pages once they are known', () => {
  expect([undefined, 0, 1, 2].map(pagesThatGo)).toEqual(['All its pages', 'Its 0 pages', 'Its one page', 'Its 2 pages'])
})

test('the letter of a card is a whole character', () => {
  expect([' kiln', 'éclair', '🥐 bakery', ''].map(coverLetter)).toEqual(['K', 'É', '🥐', ''])
})
