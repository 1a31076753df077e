import { expect, test } from 'vitest'
import { createAddressLimit, networkOf } from './addressLimit.ts'

test('an address asks so often within a minute, and again after it', () => {
  let at = 1_000
  const limit = createAddressLimit({ salt: 's', now: () => at })
  const key = limit.keyOf('reading', '192.0.2.1')
  expect([1, 2, 3, 4].map(() => limit.take(key, 3))).toEqual([undefined, undefined, undefined, 60_000])
  at += 59_000
  expect(limit.take(key, 3)).toBe(1_000)
  expect(limit.take(limit.keyOf('reading', '192.0.2.2'), 3)).toBeUndefined()
  expect(limit.take(limit.keyOf('form', '192.0.2.1'), 3)).toBeUndefined()
  at += 1_000
  expect(limit.take(key, 3)).toBeUndefined()
})

test('what is counted elsewhere lets an address wait until a time', () => {
  let at = 1_000
  const limit = createAddressLimit({ salt: 's', now: () => at })
  limit.fill('key', 3_000)
  expect(limit.wait('key')).toBe(2_000)
  at = 3_000
  expect(limit.wait('key')).toBeUndefined()
})

test('a flood of addresses does not fill the memory', () => {
  const limit = createAddressLimit({ salt: 's', now: () => 0 })
  for (let each = 0; each < 25_000; each += 1) limit.fill(`${each}`, 1)
  expect([limit.wait('0'), limit.wait('24999')]).toEqual([undefined, 1])
})

test('all addresses of one line of IPv6 count as one', () => {
  expect(networkOf('2001:db8:0:7::1')).toBe('2001:db8:0:7')
  expect(networkOf('2001:0db8::7:0:0:0:99')).toBe(networkOf('2001:db8:0:7:1:2:3:4'))
  expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0:0')
  expect(networkOf('::ffff:192.0.2.1')).toBe('192.0.2.1')
  expect(networkOf('192.0.2.1')).toBe('192.0.2.1')
})

test('a clock that was set back makes no caller wait until it is there again', () => {
  let at = 1_000_000_000
  const limit = createAddressLimit({ salt: 's', now: () => at })
  limit.fill('filled', at + 60_000)
  expect([limit.take('taken', 1), limit.take('taken', 1)]).toEqual([undefined, 60_000])
  at = 0
  expect(limit.wait('filled')).toBeUndefined()
  expect([limit.take('taken', 1), limit.take('taken', 1)]).toEqual([undefined, 60_000])
})
