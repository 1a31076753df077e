import { expect, test } from 'vitest'
import { callerAddress } from './callerAddress.ts'

const env = { incoming: { socket: { remoteAddress: '192.0.2.1' } } }
const from = (forwarded: string) => new Headers({ 'x-forwarded-for': forwarded })
const origin = 'https://studio.example.com'

test('a header names the caller only where a proxy is configured', () => {
  expect(callerAddress({ origin: undefined }, env, from('198.51.100.7'))).toBe('192.0.2.1')
  expect(callerAddress({ origin }, env, from('198.51.100.7'))).toBe('198.51.100.7')
  expect(callerAddress({ origin }, env, new Headers())).toBe('192.0.2.1')
})

test('it is the address that the proxy saw, whatever the caller wrote before it, without a port', () => {
  expect(callerAddress({ origin }, env, from('10.0.0.1, 198.51.100.7'))).toBe('198.51.100.7')
  expect(callerAddress({ origin }, env, from('198.51.100.7:51234'))).toBe('198.51.100.7')
  expect(callerAddress({ origin }, env, from('[2001:db8::1]:51234'))).toBe('2001:db8::1')
  expect(callerAddress({ origin }, env, from('2001:db8::1'))).toBe('2001:db8::1')
})
