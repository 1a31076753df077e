import { expect, test } from 'vitest'
import { readTrustedProxies } from '../config/trustedProxies.ts'
import { callerAddress, isUntrustedProxy } from './callerAddress.ts'

const env = (remoteAddress = '192.0.2.1') => ({ incoming: { socket: { remoteAddress } } })
const from = (forwarded: string) => new Headers({ 'x-forwarded-for': forwarded })
const trusting = (text?: string) => ({ trustedProxies: readTrustedProxies(text, []) })
const proxy = trusting('192.0.2.1')

test('a header names the caller only where its sender is a trusted proxy', () => {
  expect(callerAddress(trusting(), env(), from('198.51.100.7'))).toBe('192.0.2.1')
  expect(callerAddress(trusting('192.0.2.2'), env(), from('198.51.100.7'))).toBe('192.0.2.1')
  expect(callerAddress(proxy, env(), from('198.51.100.7'))).toBe('198.51.100.7')
  expect(callerAddress(proxy, env(), new Headers())).toBe('192.0.2.1')
  expect(callerAddress(proxy, {}, from('198.51.100.7'))).toBe('local')
})

test('it is the rightmost address that is not trusted, whatever the caller wrote before it, without a port', () => {
  expect(callerAddress(proxy, env(), from('10.0.0.1, 198.51.100.7'))).toBe('198.51.100.7')
  expect(callerAddress(proxy, env(), from('198.51.100.7:51234'))).toBe('198.51.100.7')
  expect(callerAddress(proxy, env(), from('[2001:db8::1]:51234'))).toBe('2001:db8::1')
  expect(callerAddress(proxy, env(), from('2001:db8::1'))).toBe('2001:db8::1')
  const chain = trusting('192.0.2.1, 10.0.0.0/8, 2001:db8::/32')
  expect(callerAddress(chain, env(), from('1.2.3.4, 198.51.100.7, 2001:db8::5, 10.9.8.7'))).toBe('198.51.100.7')
  expect(callerAddress(chain, env(), from('10.0.0.2, 10.9.8.7'))).toBe('10.0.0.2')
})

test('a header value that is no address is ignored, and its callers count as the proxy that sent it', () => {
  for (const text of ['unknown', '', ',', '1.2.3', 'x'.repeat(5000)])
    expect(callerAddress(proxy, env(), from(text))).toBe('192.0.2.1')
})

test('an IPv4 address in IPv6 is the same address', () => {
  expect(callerAddress(proxy, env('::ffff:192.0.2.1'), from('::ffff:198.51.100.7'))).toBe('198.51.100.7')
  expect(callerAddress(trusting(), env('::ffff:192.0.2.9'), new Headers())).toBe('192.0.2.9')
})

test('a proxy that is not trusted is noticed', () => {
  expect(isUntrustedProxy(trusting(), env(), from('198.51.100.7'))).toBe(true)
  expect(isUntrustedProxy(trusting(), env(), new Headers())).toBe(false)
  expect(isUntrustedProxy(proxy, env(), from('198.51.100.7'))).toBe(false)
})
