import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

const read = (env: Record<string, string>) => {
  const outcome = readConfig(env)
  return outcome.ok ? outcome.config : outcome.problems
}

test('the defaults serve only this machine', () => {
  expect(read({})).toMatchObject({
    host: '127.0.0.1',
    port: 4000,
    sitesPort: 4001,
    production: false,
    openStreams: false,
    fault: undefined,
  })
})

test('ATELIER_KERNELS is a number of kernels, by default one for each core but one', () => {
  expect(read({})).toMatchObject({ kernels: expect.toSatisfy((kernels) => kernels >= 1 && kernels <= 4) })
  expect(read({ ATELIER_KERNELS: '0' })).toMatchObject({ kernels: 0 })
  for (const text of ['many', '-1', '1.5', '17'])
    expect(read({ ATELIER_KERNELS: text })).toEqual([
      `ATELIER_KERNELS is "${text}"; it should be a number of kernels from 0 to 16.`,
    ])
})

test('a HOST beyond loopback or an origin means production', () => {
  expect(read({ HOST: '0.0.0.0' })).toMatchObject({ production: true })
  expect(read({ ATELIER_ORIGIN: 'https://studio.example.com/' })).toMatchObject({
    production: true,
    origin: 'https://studio.example.com',
  })
  expect(read({ HOST: 'localhost' })).toMatchObject({ production: false })
})

test('every problem is named at once, and no secret is repeated', () => {
  const problems = read({
    PORT: 'eighty',
    SITES_PORT: '70000',
    ATELIER_ORIGIN: 'studio.example.com/x',
    ATELIER_SECRET: 'short-secret',
    DATABASE_URL: 'mysql://root:hunter2@db/x',
    ATELIER_OWNER_EMAIL: 'ada@example.com',
    ATELIER_OPEN_STREAMS: 'yes',
    ATELIER_LOG: 'loud',
  })
  const text = String(problems)
  for (const name of [
    'PORT is "eighty"',
    'SITES_PORT',
    'ATELIER_ORIGIN',
    'ATELIER_SECRET',
    'DATABASE_URL',
    'ATELIER_OWNER_PASSWORD',
    'ATELIER_OPEN_STREAMS',
    'ATELIER_LOG',
  ]) {
    expect(text).toContain(name)
  }
  expect(text).not.toContain('short-secret')
  expect(text).not.toContain('hunter2')
})

test('one port cannot serve both the studio and the sites', () => {
  expect(String(read({ PORT: '5000', SITES_PORT: '5000' }))).toContain('a port each')
})

test('open streams refuse to start in production', () => {
  expect(read({ ATELIER_OPEN_STREAMS: '1' })).toMatchObject({ openStreams: true })
  expect(String(read({ ATELIER_OPEN_STREAMS: '1', HOST: '0.0.0.0' }))).toContain('tests only')
})

test('open remotes refuse to start in production', () => {
  expect(read({ ATELIER_OPEN_REMOTES: '1' })).toMatchObject({ openRemotes: true })
  expect(String(read({ ATELIER_OPEN_REMOTES: '1', HOST: '0.0.0.0' }))).toContain('tests only')
})

test('a fault point names a step, and refuses to start in production', () => {
  expect(read({ ATELIER_FAULT: 'callCommitted:3' })).toMatchObject({ fault: { step: 'callCommitted', at: 3 } })
  expect(read({ ATELIER_FAULT: 'ended' })).toMatchObject({ fault: { step: 'ended', at: 1 } })
  expect(String(read({ ATELIER_FAULT: 'lunch' }))).toContain('ATELIER_FAULT is "lunch"')
  expect(String(read({ ATELIER_FAULT: 'ended:0' }))).toContain('ATELIER_FAULT')
  expect(String(read({ ATELIER_FAULT: 'ended', HOST: '0.0.0.0' }))).toContain('tests only')
  expect(read({ ATELIER_FAULT: 'ended', ATELIER_LEASE_MS: '800' })).toMatchObject({ leaseMs: 800 })
  expect(String(read({ ATELIER_LEASE_MS: '800' }))).toContain('ATELIER_FAULT only')
})

test('trusted proxies are addresses and networks, and never everyone', () => {
  expect(read({ ATELIER_TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8 ::1,2001:db8::/32' })).toHaveProperty('trustedProxies')
  for (const each of ['proxy.example.com', '10.0.0.0/33', '0.0.0.0/0', '::/0', '10.0.0.1/', '10.0.0.0/8/8', '*'])
    expect(String(read({ ATELIER_TRUSTED_PROXIES: each })), each).toContain(`holds "${each}"`)
})
