import { describe, expect, it } from 'vitest'
import type { Turn } from '../contract/provider.ts'
import { shownPicture } from '../providers/pictures.ts'
import { createPictures } from './pictures.ts'

const turnOf = (...hashes: string[]): Turn[] => [
  { role: 'user', blocks: hashes.map((hash) => ({ kind: 'image', mimeType: 'image/png', hash })) },
]

describe('the pictures of a request', () => {
  it('are the newest that fit; the others are said to be left out, and not to be gone', async () => {
    const stored = new Map([
      ['old', 'o'.repeat(12_000_000)],
      ['new', 'n'.repeat(12_000_000)],
    ])
    const read: string[] = []
    const pictures = createPictures(async (hash) => {
      read.push(hash)
      return stored.get(hash)
    })
    const { loaded, tooMany } = await pictures.of(turnOf('gone', 'old', 'new'))
    expect([...loaded.keys()]).toEqual(['new'])
    const request = { vision: true, image: (hash: string) => loaded.get(hash), tooMany }
    const note = (hash: string) => shownPicture({ mimeType: 'image/png', hash }, request)
    expect(note('old')).toEqual({ note: expect.stringContaining('no room for more') })
    expect(note('gone')).toEqual({ note: expect.stringContaining('no longer stored') })
    await pictures.of(turnOf('old', 'new'))
    expect(read).toEqual(['new', 'old', 'gone'])
  })

  it('are fifty at most', async () => {
    const pictures = createPictures(async () => 'AAAA')
    const { loaded, tooMany } = await pictures.of(turnOf(...Array.from({ length: 52 }, (_, at) => `h${at}`)))
    expect(loaded.size).toBe(50)
    expect([...tooMany].sort()).toEqual(['h0', 'h1'])
  })
})
