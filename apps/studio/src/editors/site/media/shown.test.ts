import type { MediaEntry } from '@atelier/site'
import { describe, expect, it, test } from 'vitest'
import {
  childFolders,
  columnsOf,
  creditOf,
  filtered,
  foundPictures,
  inFolder,
  sizeInWords,
  tileAfter,
} from './shown.ts'

const entry = (id: string, folder: string, name: string, alt?: string): MediaEntry => ({
  id,
  name,
  path: `media/${id}-path.png`,
  hash: id,
  type: 'image/png',
  bytes: 1,
  folder,
  createdAt: 0,
  ...(alt === undefined ? {} : { alt }),
})
const idsOf = (entries: readonly MediaEntry[]) => entries.map(({ id }) => id)

describe('the media that are shown', () => {
  const entries = [
    entry('a', '', 'Logo.png', 'A red fox'),
    entry('b', 'team', 'Anna.png'),
    entry('c', 'team/old', 'Fox den.png', 'Red earth'),
  ]

  it('are those in the open folder itself when nothing is searched', () => {
    expect(idsOf(filtered(entries, '', ''))).toEqual(['a'])
    expect(idsOf(filtered(entries, 'team', '  '))).toEqual(['b'])
  })

  it('are those of all folders that hold every word of a search, in the name, the description or the path', () => {
    expect(idsOf(filtered(entries, 'team', 'FOX red'))).toEqual(['a', 'c'])
    expect(idsOf(filtered(entries, '', 'anna'))).toEqual(['b'])
    expect(idsOf(filtered(entries, '', 'b-path'))).toEqual(['b'])
    expect(filtered(entries, '', 'anna fox')).toEqual([])
  })
})

describe('folders', () => {
  const folders = ['team', 'team/old', 'team/old/very', 'teams']

  it('hold the folders directly below them alone', () => {
    expect(childFolders(folders, '')).toEqual(['team', 'teams'])
    expect(childFolders(folders, 'team')).toEqual(['team/old'])
    expect(childFolders(folders, 'teams')).toEqual([])
  })

  it('have a path of their parent and their name', () => {
    expect(inFolder('', 'team')).toBe('team')
    expect(inFolder('team', 'old')).toBe('team/old')
  })
})

it('arrow keys walk the tiles, by one and by a row, and stop at both ends', () => {
  expect(tileAfter('ArrowRight', 1, 3, 8)).toBe(2)
  expect(tileAfter('ArrowLeft', 1, 3, 8)).toBe(0)
  expect(tileAfter('ArrowDown', 1, 3, 8)).toBe(4)
  expect(tileAfter('ArrowUp', 4, 3, 8)).toBe(1)
  expect(tileAfter('ArrowUp', 1, 3, 8)).toBe(0)
  expect(tileAfter('ArrowDown', 6, 3, 8)).toBe(7)
  expect(tileAfter('Enter', 1, 3, 8)).toBeUndefined()
})

test('the size of a file names its pixels only if it has them', () => {
  expect(sizeInWords({ width: 1600, height: 900, bytes: 240_400 })).toBe('1600 × 900 · 240 kB')
  expect(sizeInWords({ width: 1600, bytes: 240_400 })).toBe('240 kB')
  expect([0, 999_499, 1_000_000, 2_450_001].map((bytes) => sizeInWords({ bytes }))).toEqual([
    '1 kB',
    '999 kB',
    '1.0 MB',
    '2.5 MB',
  ])
})

test('the tiles of a row are those that stand as high as the first', () => {
  expect(columnsOf([0, 0, 0, 90, 90])).toBe(3)
  expect(columnsOf([0, 0])).toBe(2)
  expect([columnsOf([]), columnsOf([40]), columnsOf([40, 80])]).toEqual([0, 1, 1])
})

test('pictures are chosen from all folders, and nothing but pictures', () => {
  const entries = [
    entry('a', '', 'Logo.png'),
    entry('b', 'team', 'Anna.png'),
    { ...entry('c', '', 'Anna.mp4'), type: 'video/mp4' },
  ]
  expect(idsOf(foundPictures(entries, ' '))).toEqual(['a', 'b'])
  expect(idsOf(foundPictures(entries, 'anna'))).toEqual(['b'])
  expect(foundPictures(entries, 'fox')).toEqual([])
})

test('who made a picture that was found is named, with the addresses of both', () => {
  const found = {
    service: 'pexels',
    query: 'bread',
    author: 'Ann Baker',
    authorUrl: 'https://www.pexels.com/@ann',
    url: 'https://www.pexels.com/photo/1',
  }
  expect(creditOf(found)).toEqual([
    { text: 'Photograph by' },
    { text: 'Ann Baker', url: 'https://www.pexels.com/@ann' },
    { text: 'at' },
    { text: 'Pexels', url: 'https://www.pexels.com/photo/1' },
  ])
  const said = (service: string) => creditOf({ service, query: 'bread' }).map(({ text }) => text)
  expect(said('together')).toEqual(['Made by', 'Together AI', 'for “bread”'])
  expect(said('sketch')).toEqual(['Drawn here for “bread”'])
})
