import { expect, test } from 'vitest'
import { fileName } from './upload.ts'

test.each([
  ['a/b\\c.png', 'c.png'],
  ['../../etc/passwd', 'passwd'],
  ['x\r\nSet-Cookie: a=b\u0000.png', 'xSet-Cookie: a=b.png'],
  ['  ', 'file'],
  [`${'x'.repeat(199)}😀`, `${'x'.repeat(199)}\uFFFD`],
])('a file called %j is kept as %j', (sent, kept) => {
  expect(fileName(sent)).toBe(kept)
  expect(() => encodeURIComponent(fileName(sent))).not.toThrow()
})
