import type { MediaEntry } from '@atelier/site'
import { describe, expect, it, test } from 'vitest'
import { childFolders, creditOf, filtered, foundPictures, inFolder } from './shown.ts'

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

  it('hold only the folders directly below them', () => {
    expect(childFolders(folders, '')).toEqual(['team', 'teams'])
    expect(childFolders(folders, 'team')).toEqual(['team/old'])
    expect(childFolders(folders, 'teams')).toEqual([])
  })

  it('have a path of their parent and their name', () => {
    expect(inFolder('', 'team')).toBe('team')
    expect(inFolder('team', 'old')).toBe('team/old')
  })
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
