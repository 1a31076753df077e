import type { MediaEntry } from '@atelier/site'
import { expect, test } from 'vitest'
import { htmlOf } from './actions.ts'

const file: MediaEntry = {
  id: 'm1',
  name: 'a.png',
  path: 'media/a.png',
  hash: '',
  type: 'image/png',
  bytes: 10,
  folder: '',
  createdAt: 0,
}

test('a picture is inserted with its size, so that its place is kept until it is there', () => {
  expect(htmlOf({ ...file, width: 1200, height: 800, alt: 'A "boat"' })).toBe(
    '<img src="/media/a.png" alt="A &quot;boat&quot;" width="1200" height="800">',
  )
  expect(htmlOf({ ...file, type: 'image/svg+xml' })).toBe('<img src="/media/a.png" alt="">')
  expect(htmlOf({ ...file, type: 'video/mp4', width: 1200, height: 800 })).toBe(
    '<video src="/media/a.png" controls></video>',
  )
})
