import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { createTestProject } from '../../../testing/project.ts'
import type { ImageQuery, ImageService, MediaStore } from '../../context/services.ts'
import { mediaEntries } from '../../media/entries.ts'

const svg = (text: string, size = 300) =>
  new TextEncoder().encode(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"><!--${text}--></svg>`,
  )

/** The header of a PNG, which is all that is looked at. */
function png(width: number, height: number): Uint8Array {
  const bytes = Buffer.alloc(64)
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').copy(bytes)
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  return new Uint8Array(bytes)
}

/** A project whose service answers as `find` does; without it, with one drawing a query. */
function setUp(name: ImageService['name'] = 'sketch', find?: ImageService['find']) {
  const project = createTestProject()
  const asked: ImageQuery[] = []
  const stored = new Map<string, Uint8Array>()
  const media: MediaStore = {
    async put(bytes) {
      const hash = createHash('sha256').update(bytes).digest('hex')
      stored.set(hash, bytes)
      return { hash }
    },
    read: async (hash) => stored.get(hash),
  }
  const service: ImageService = {
    name,
    async find(query) {
      asked.push(query)
      if (find) return find(query)
      const images = Array.from({ length: query.count }, (_, at) => ({
        bytes: svg(`${query.query} ${at}`),
        alt: query.query,
      }))
      return { ok: true, images }
    },
  }
  const search = (queries: unknown) =>
    project.call('searchImages', { queries }, { services: { media, images: { open: async () => service } } })
  return { project, asked, stored, search, media: () => mediaEntries(project.site) }
}

const bread = 'a baker shaping sourdough loaves by hand'

it('adds what it finds to the library, and names it by its path there', async () => {
  const { search, media, asked } = setUp()
  const result = await search([{ query: bread, count: 2, orientation: 'portrait' }, 'a quiet street'])
  expect(asked).toEqual([
    { query: bread, count: 2, orientation: 'portrait' },
    { query: 'a quiet street', count: 1, orientation: 'landscape' },
  ])
  expect(media()).toHaveLength(3)
  const image = (alt: string) => ({
    url: expect.stringMatching(/^\/media\/a-[a-z-]+-[0-9a-f]{10}\.svg$/),
    alt,
    width: 300,
    height: 300,
  })
  expect(result).toMatchObject({
    ok: true,
    data: {
      success: true,
      totalImages: 3,
      service: 'sketch',
      results: [
        { query: bread, success: true, images: [image(bread), image(bread)] },
        { query: 'a quiet street', success: true, images: [image('a quiet street')] },
      ],
    },
  })
  expect(media().map(({ source }) => source)).toContainEqual({ service: 'sketch', query: bread })
})

it('keeps the same bytes once, and who made a picture', async () => {
  const photo = {
    bytes: png(400, 300),
    alt: 'A loaf',
    author: 'Ada',
    authorUrl: 'https://example.com/ada',
    url: 'javascript:1',
  }
  const { search, media } = setUp('pexels', async () => ({ ok: true, images: [photo] }))
  const result = await search(['a loaf of bread', 'the harbour at dawn'])
  expect(media()).toMatchObject([
    {
      alt: 'A loaf',
      width: 400,
      source: { service: 'pexels', query: 'a loaf of bread', author: 'Ada', authorUrl: 'https://example.com/ada' },
    },
  ])
  expect(media()[0]?.source).not.toHaveProperty('url')
  expect(result).toMatchObject({ data: { totalImages: 2, results: [{ images: [{ author: 'Ada' }] }, {}] } })
})

it('refuses a query that is like another of the call, or one whose pictures are in the library', async () => {
  const { search, asked } = setUp()
  const first = await search([bread, `${bread} again`, 'a quiet street'])
  expect(first).toMatchObject({
    data: {
      success: 'partial',
      results: [
        { success: true },
        { success: false, error: expect.stringContaining('in the same call') },
        { success: true },
      ],
    },
  })
  expect(asked).toHaveLength(2)
  const second = await search([`by hand: a BAKER shaping sourdough loaves`])
  expect(second).toMatchObject({
    ok: false,
    error: { code: 'no_images', message: expect.stringMatching(/which found \/media\/a-baker.*another subject/) },
  })
  expect(await search(['a baker selling cakes at the market'])).toMatchObject({ ok: true })
})

it('does not hold the drawings of an earlier time against a service for photographs', async () => {
  const { search, project, media } = setUp()
  await search([bread])
  const photos: ImageService = {
    name: 'pexels',
    find: async () => ({ ok: true, images: [{ bytes: png(400, 300), alt: '' }] }),
  }
  const store: MediaStore = { put: async () => ({ hash: 'a'.repeat(64) }), read: async () => undefined }
  const services = { media: store, images: { open: async () => photos } }
  expect(await project.call('searchImages', { queries: [bread] }, { services })).toMatchObject({ ok: true })
  expect(media()).toHaveLength(2)
})

it.each<[what: string, image: { bytes: Uint8Array; declaredType?: string }, message: RegExp]>([
  ['a page', { bytes: new TextEncoder().encode('<!doctype html><p>No</p>'), declaredType: 'image/jpeg' }, /refused/],
  ['a drawing that can hold more than a picture', { bytes: svg('x') }, /no photograph/],
  [
    'a type that it is not',
    { bytes: png(400, 300), declaredType: 'image/jpeg' },
    /sent image\/png and called it image\/jpeg/,
  ],
  ['a dot', { bytes: png(1, 1) }, /1 × 1 pixels/],
  ['too many pixels', { bytes: png(60_000, 60_000) }, /refused/],
  ['nothing', { bytes: new Uint8Array() }, /empty/],
])('a service that sends %s is refused, and leaves nothing behind', async (_, image, message) => {
  const { search, media, stored } = setUp('pexels', async () => ({ ok: true, images: [{ alt: 'x', ...image }] }))
  expect(await search([bread])).toMatchObject({
    ok: false,
    error: { code: 'no_images', message: expect.stringMatching(message) },
  })
  expect([media(), stored.size]).toEqual([[], 0])
})

it('keeps what succeeded where a service fails for one of several', async () => {
  const { search } = setUp('together', async ({ query }) =>
    query === bread
      ? { ok: true, images: [{ bytes: png(1024, 768), alt: bread, costUsd: 0.025 }] }
      : { ok: false, problem: 'Together did not answer within 30 s.', hint: 'Try it again later.' },
  )
  expect(await search([bread, 'the harbour at dawn'])).toMatchObject({
    ok: true,
    data: {
      success: 'partial',
      totalImages: 1,
      costUsd: 0.025,
      results: [
        { success: true },
        { success: false, error: 'Together did not answer within 30 s. Try it again later.' },
      ],
    },
  })
})
