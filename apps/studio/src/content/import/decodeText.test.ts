import { expect, test } from 'vitest'
import { findEncoding } from './decodeText.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)
const utf16 = (text: string, big: boolean, mark: boolean) => {
  const view = new DataView(new ArrayBuffer((text.length + (mark ? 1 : 0)) * 2))
  const all = mark ? `\uFEFF${text}` : text
  for (let at = 0; at < all.length; at += 1) view.setUint16(at * 2, all.charCodeAt(at), !big)
  return new Uint8Array(view.buffer)
}
/** As programs of Windows write it. */
const bytes = (encoding: string, text: string) => {
  const table = new Map(
    Array.from({ length: 256 }, (_, byte) => [new TextDecoder(encoding).decode(new Uint8Array([byte])), byte]),
  )
  return new Uint8Array([...text].map((sign) => table.get(sign) ?? 63))
}

test('the encoding of a file is found with and without a mark', () => {
  const text = 'name,note\nÇağrı,“Üç somun”\n'
  expect(findEncoding(utf8(text))).toBe('utf-8')
  expect(findEncoding(utf8(`\uFEFF${text}`))).toBe('utf-8')
  expect(findEncoding(utf8('plain'))).toBe('utf-8')
  for (const mark of [true, false]) {
    expect(findEncoding(utf16(text, false, mark))).toBe('utf-16le')
    expect(findEncoding(utf16(text, true, mark))).toBe('utf-16be')
  }
  expect(findEncoding(bytes('windows-1254', 'isim\nIşıl Öztürk\nçağdaş\n'))).toBe('windows-1254')
  expect(findEncoding(bytes('windows-1252', 'nom\nCrème brûlée\nFräulein\n'))).toBe('windows-1252')
})

test('a sign that the first bytes cut in half does not change the encoding', () => {
  expect(findEncoding(utf8('aş').subarray(0, 2))).toBe('utf-8')
})

test('the text of each is read by the platform', () => {
  for (const [encoding, text] of [
    ['windows-1254', 'Işıl Öztürk'],
    ['windows-1252', 'Crème €'],
  ] as const)
    expect(new TextDecoder(findEncoding(bytes(encoding, text))).decode(bytes(encoding, text))).toBe(text)
  expect(new TextDecoder('utf-16be').decode(utf16('Çağrı', true, true))).toBe('Çağrı')
})
