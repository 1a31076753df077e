import { mkdtempSync, readdirSync, rmSync, statSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cropsOf, imageVariants, type MediaEntry, readMedia } from '@atelier/site'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { deepTest } from '../../../../scripts/testing/deepTest.ts'
import { longestTurn } from '../../testing/cpuTime.ts'
import { png } from '../../testing/media.ts'
import { createLog } from '../log/log.ts'
import { createMediaFiles, type MediaFiles } from './files.ts'
import { createVariants, type Variants } from './variants.ts'

let dataDir: string
let files: MediaFiles
let variants: Variants

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'atelier-variants-'))
  files = createMediaFiles(dataDir)
  variants = createVariants({ dataDir, files, log: createLog({ logLevel: 'silent' }) })
})
afterEach(async () => {
  await variants.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

async function entryOf(bytes: Uint8Array, name: string): Promise<MediaEntry> {
  const read = readMedia(bytes, name)
  if (!read.ok) throw new Error(read.problem.message)
  const { hash } = await files.put('p', bytes)
  const { type, width, height } = read.media
  const path = `media/${name.replace('.', `-${hash.slice(0, 10)}.`)}`
  return {
    id: hash.slice(0, 8),
    name,
    path,
    hash,
    type: type.type,
    bytes: bytes.length,
    width,
    height,
    folder: '',
    createdAt: 1,
  }
}

/** Noise, so that no format makes it tiny. */
function photo(width: number, height: number): Promise<Buffer> {
  return sharp({
    create: { width, height, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 120, sigma: 40 } },
  })
    .jpeg({ quality: 90 })
    .toBuffer()
}

it('makes each width once, as WebP and as AVIF if that is smaller', async () => {
  const entry = await entryOf(await photo(1000, 500), 'photo.jpg')
  const first = await variants.of('p', [entry])
  expect(first.problems).toEqual([])
  const webp = first.files.filter(({ contentType }) => contentType === 'image/webp')
  expect(webp.map(({ path }) => path)).toEqual(imageVariants(entry).map(({ path }) => path))
  for (const file of first.files) {
    const { width, height, format } = await sharp(await files.read('p', file.blob)).metadata()
    const wanted = Number(/-(\d+)\.\w+$/.exec(file.path)?.[1])
    expect([width, height]).toEqual([wanted, Math.round(wanted / 2)])
    expect(format).toBe(file.contentType === 'image/avif' ? 'heif' : 'webp')
  }
  const folder = join(dataDir, 'media', 'p')
  const written = () => readdirSync(folder).map((name) => [name, statSync(join(folder, name)).ino])
  const kept = written()
  expect(await variants.of('p', [entry])).toEqual(first)
  expect(written()).toEqual(kept)
  expect((await variants.hashes('p', entry.hash)).sort()).toEqual(first.files.map(({ blob }) => blob).sort())
})

it('makes again what was lost', async () => {
  const entry = await entryOf(png(400, 400), 'plain.png')
  const { files: made } = await variants.of('p', [entry])
  await files.removeHash('p', made[0]?.blob ?? '')
  expect((await variants.of('p', [entry])).files).toEqual(made)
  expect(await files.size('p', made[0]?.blob ?? '')).toBeGreaterThan(0)
})

it('turns a photograph as its camera says', async () => {
  const lying = await sharp(png(400, 200))
    .withExif({ IFD0: { Orientation: '6' } })
    .jpeg()
    .withMetadata({ orientation: 6 })
    .toBuffer()
  const entry = await entryOf(lying, 'turned.jpg')
  expect([entry.width, entry.height]).toEqual([200, 400])
  const [file] = (await variants.of('p', [entry])).files
  const { width, height } = await sharp(await files.read('p', file?.blob ?? '')).metadata()
  expect([width, height]).toEqual([200, 400])
})

it('publishes a picture that cannot be read as it is, and says so', async () => {
  const entry = await entryOf(png(500, 500), 'cut.png')
  truncateSync(files.pathOf('p', entry.hash), 60)
  const { files: made, problems } = await variants.of('p', [entry])
  expect(problems).toEqual(['“cut.png” could not be made smaller; it is published as it is.'])
  expect(made.map(({ path, blob, contentType }) => [path, blob, contentType])).toEqual(
    imageVariants(entry).map(({ path }) => [path, entry.hash, 'image/png']),
  )
})

/** Eight bands, each with a green of its own: 20, 40, and so on up to 160. */
async function bands(): Promise<Buffer> {
  const pixels = Buffer.alloc(800 * 400 * 3)
  for (let at = 0; at < 800 * 400; at += 1) pixels[at * 3 + 1] = 20 + 20 * Math.floor((at % 800) / 100)
  return sharp(pixels, { raw: { width: 800, height: 400, channels: 3 } })
    .png()
    .toBuffer()
}

it('cuts a picture around its focal point, to its pixels, and keeps what is cut', async () => {
  const entry = await entryOf(await bands(), 'bands.png')
  const bandsIn = async (focal: MediaEntry['focal'], preset: string) => {
    const crops = cropsOf({ ...entry, ...(focal ? { focal } : {}) }, preset)
    const { files: made, problems } = await variants.crops('p', crops)
    expect(problems).toEqual([])
    expect(made.map(({ path }) => path)).toEqual(crops.map(({ path }) => path))
    const widest = made.at(-1)
    const { data, info } = await sharp(await files.read('p', widest?.blob ?? ''))
      .raw()
      .toBuffer({ resolveWithObject: true })
    const bandAt = (x: number) => Math.round(((data[(x + info.width * 10) * info.channels + 1] ?? 0) - 20) / 20)
    return { size: [info.width, info.height], first: bandAt(20), last: bandAt(info.width - 20), files: made }
  }
  const middle = await bandsIn(undefined, 'square')
  expect(middle).toMatchObject({ size: [400, 400], first: 2, last: 5 })
  // The focal point at the right edge: the cut goes as far as the picture does.
  const right = await bandsIn({ x: 0.95, y: 0.5 }, 'square')
  expect(right).toMatchObject({ size: [400, 400], first: 4, last: 7 })
  expect(await bandsIn({ x: 0.375, y: 0.5 }, 'square')).toMatchObject({ first: 1, last: 4 })
  expect(await bandsIn({ x: 0, y: 0 }, 'portrait')).toMatchObject({ size: [300, 400], first: 0, last: 2 })
  expect(right.files.map(({ path }) => path)).not.toEqual(middle.files.map(({ path }) => path))
  const kept = await variants.hashes('p', entry.hash)
  for (const { blob } of [...middle.files, ...right.files]) expect(kept).toContain(blob)
  // The widths made of the whole picture are beside them.
  await variants.of('p', [entry])
  expect(await variants.hashes('p', entry.hash)).toEqual(expect.arrayContaining(kept))
  expect((await bandsIn(undefined, 'square')).files).toEqual(middle.files)
})

it('publishes a picture that cannot be cut as it is, and says so', async () => {
  const entry = await entryOf(png(500, 500), 'broken.png')
  truncateSync(files.pathOf('p', entry.hash), 60)
  const { files: made, problems } = await variants.crops('p', cropsOf(entry, 'wide'))
  expect(problems).toEqual(['“broken.png” could not be cut; it is published as it is.'])
  expect(new Set(made.map(({ blob }) => blob))).toEqual(new Set([entry.hash]))
})

it('has a few pixels of a picture for the time until it is there, but of none with holes', async () => {
  const blur = await variants.blur(await photo(800, 400))
  expect(blur?.length).toBeLessThan(400)
  const { width, height, format } = await sharp(Buffer.from(blur ?? '', 'base64')).metadata()
  expect([width, height, format]).toEqual([16, 8, 'webp'])
  const clear = await sharp({ create: { width: 9, height: 9, channels: 4, background: '#0000' } })
    .png()
    .toBuffer()
  expect(await variants.blur(clear)).toBeUndefined()
  expect(await variants.blur(Buffer.from('nothing'))).toBeUndefined()
})

deepTest('lets the server answer while it works', async () => {
  const entries = await Promise.all(
    [1, 2, 3].map(async (index) => entryOf(await photo(1200 + index, 900), `p${index}.jpg`)),
  )
  const { longestMs, allMs } = await longestTurn(() => variants.of('p', entries))
  // Nearly all of the work is done by other threads.
  expect(longestMs).toBeLessThan(allMs / 4)
})

it('makes the one width that is requested, the same as when all are made', async () => {
  const entry = await entryOf(await photo(1000, 500), 'photo.jpg')
  const hash = await variants.one('p', entry, 300)
  expect((await sharp(await files.read('p', hash ?? '')).metadata()).width).toBe(320)
  const { files: all } = await variants.of('p', [entry])
  expect(all.find(({ path }) => path.endsWith('-320.webp'))?.blob).toBe(hash)
  expect(await variants.one('p', entry, 300)).toBe(hash)
  const widest = await variants.one('p', entry, 9_999)
  expect(all.find(({ path }) => path.endsWith('-1000.webp'))?.blob).toBe(widest)
  const drawing = await entryOf(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'drawing.svg')
  expect(await variants.one('p', drawing, 320)).toBeUndefined()
})

it('fits a picture into an edge in its own format, and leaves a smaller one as large as it is', async () => {
  for (const format of ['png', 'jpeg', 'webp', 'gif'] as const) {
    const wide = await sharp(await photo(600, 100))
      .toFormat(format)
      .toBuffer()
    const fitted = await variants.fit(wide, 200)
    expect(await sharp(fitted).metadata()).toMatchObject({ format, width: 200, height: 33 })
    expect(await sharp(await variants.fit(wide, 800)).metadata()).toMatchObject({ format, width: 600, height: 100 })
  }
  expect(await variants.fit(Buffer.from('nothing'), 200)).toBeUndefined()
})
