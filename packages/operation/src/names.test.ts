import { expect, it } from 'vitest'
import { findNamed, nearestName } from './names.ts'

const fields = ['nodeId', 'parentId', 'newIndex', 'html', 'breakpointId']
const own = (name: string) => name

it.each([
  ['parentUid', 'parentId'],
  ['parent', 'parentId'],
  ['nodeid', 'nodeId'],
  ['node', 'nodeId'],
  ['htm', 'html'],
  ['index', 'newIndex'],
  ['newIdnex', 'newIndex'],
  ['breakpoint_id', 'breakpointId'],
])('for “%s” the nearest name is %s', (asked, near) => {
  expect(nearestName(asked, fields)).toBe(near)
})

it.each(['css', 'x', '', 'content', 'id', 'children', 'q'.repeat(5_000)])('nothing is near to “%s”', (asked) => {
  expect(nearestName(asked, fields)).toBeUndefined()
})

it('finds a name in another case, unless two differ in nothing else', () => {
  const names = ['insertHtml', 'read_document', 'ab', 'a_b']
  expect(
    ['InsertHTML', 'insert_html', 'readDocument', 'read-document'].map((each) => findNamed(names, own, each)),
  ).toEqual(['insertHtml', 'insertHtml', 'read_document', 'read_document'])
  expect(findNamed(names, own, 'a_b')).toBe('a_b')
  expect(findNamed(names, own, 'AB')).toBeUndefined()
  expect(findNamed(names, own, 'insert')).toBeUndefined()
  expect(findNamed(names, own, '')).toBeUndefined()
})
