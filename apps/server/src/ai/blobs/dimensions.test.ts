import fc from 'fast-check'
import { expect, it } from 'vitest'
import { dimensionsOf } from './dimensions.ts'
import { readPicture } from './pictures.ts'

function png(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(57)
  bytes.write('\x89PNG\r\n\x1a\n', 0, 'latin1')
  bytes.writeUInt32BE(13, 8)
  bytes.write('IHDR', 12, 'latin1')
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  bytes.write('IEND', 49, 'latin1')
  return bytes
}

const gif = Buffer.from('R0lGODlhAwACAPAAAP///wAAACH5BAAAAAAALAAAAAADAAIAAAICjF8AOw==', 'base64')
const lossy = Buffer.from('UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAwA0JaQAA3AA/vuUAAA=', 'base64')
const lossless = Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64')
const jpeg = Buffer.from([
  ...[0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xff],
  ...[0xc2, 0, 17, 8, 0x01, 0x40, 0x02, 0x80, 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1, 0xff, 0xd9],
])

it('reads kind and size from the headers of every kind that is taken', () => {
  expect(dimensionsOf(png(320, 200))).toEqual({ mimeType: 'image/png', width: 320, height: 200 })
  expect(dimensionsOf(gif)).toEqual({ mimeType: 'image/gif', width: 3, height: 2 })
  expect(dimensionsOf(lossy)).toEqual({ mimeType: 'image/webp', width: 1, height: 1 })
  expect(dimensionsOf(lossless)).toEqual({ mimeType: 'image/webp', width: 1, height: 1 })
  expect(dimensionsOf(jpeg)).toEqual({ mimeType: 'image/jpeg', width: 640, height: 320 })
})

it('takes nothing that is cut off, empty, or only begins like a picture, and never throws', () => {
  expect(dimensionsOf(png(0, 10))).toBeUndefined()
  expect(dimensionsOf(png(10, 10).subarray(0, 50))).toBeUndefined()
  expect(dimensionsOf(jpeg.subarray(0, 12))).toBeUndefined()
  expect(dimensionsOf(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toBeUndefined()
  const beginnings = [png(9, 9), gif, lossy, lossless, jpeg].map((bytes) => bytes.subarray(0, 16))
  fc.assert(
    fc.property(fc.constantFrom(...beginnings), fc.uint8Array({ maxLength: 80 }), (beginning, rest) => {
      const found = dimensionsOf(Buffer.concat([beginning, rest]))
      return found === undefined || (found.width > 0 && found.height > 0)
    }),
  )
})

it('says which limit of size a picture breaks', () => {
  const read = (bytes: Buffer) => {
    const answer = readPicture({ mimeType: 'image/png', data: bytes.toString('base64') }, '/images/0')
    return 'issue' in answer ? [answer.issue.status, answer.issue.message] : 'taken'
  }
  expect(read(png(8000, 5000))).toBe('taken')
  expect(read(png(8001, 10))).toEqual([413, '/images/0 has 8001 × 10 pixels.'])
  expect(read(png(7000, 7000))).toEqual([413, '/images/0 has 7000 × 7000 pixels.'])
  const large = Buffer.concat([png(10, 10).subarray(0, 45), Buffer.alloc(5 * 1024 * 1024), png(10, 10).subarray(45)])
  expect(read(large)).toEqual([413, '/images/0 is larger than 5 MB.'])
})
