import { expect, test } from 'vitest'
import { readDomain } from './domains.ts'

test.each([
  ['www.example.com', 'www.example.com'],
  [' HTTPS://Www.Example.com/ ', 'www.example.com'],
  ['bücher.example', 'xn--bcher-kva.example'],
  ['example.com.', 'example.com'],
])('%s is the domain %s', (written, host) => {
  expect(readDomain(written)).toBe(host)
})

test.each([
  '',
  'localhost',
  'shop.localhost',
  '10.0.0.1',
  '[::1]',
  'a b.example',
  'x',
  '-a.example',
  'a.example:80',
  'a@b.example',
  'a/b.example',
  `${'a'.repeat(64)}.example`,
])('“%s” is not a domain of a site', (written) => {
  expect(readDomain(written)).toBeUndefined()
})
