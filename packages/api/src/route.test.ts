import { expect, it } from 'vitest'
import { uploadMedia } from './media.ts'
import { createProject, deleteProject, readProject } from './projects.ts'
import { addressOf, paramNames, statusesOf } from './route.ts'

it('has the statuses of success that it declares', () => {
  expect(statusesOf(readProject)).toEqual([200])
  expect(statusesOf(createProject)).toEqual([201])
  expect(statusesOf(uploadMedia)).toEqual([201, 200])
  expect(statusesOf(deleteProject)).toEqual([204])
})

it('has an address only with every parameter of its path', () => {
  expect(addressOf(readProject, { params: { id: 'a/b' }, query: { x: undefined, y: 1 } })).toBe(
    '/api/projects/a%2Fb?y=1',
  )
  expect(() => addressOf(readProject, {})).toThrow('needs the parameter id')
  expect(paramNames('/api/:id/files/*')).toEqual(['id', 'path'])
})
