import { expect, test } from 'vitest'
import { loadWire } from '../providers/index.ts'
import { unreachable } from './fetchProvider.ts'

const credential = { provider: 'anthropic' as const, apiKey: 'sk-ant-very-secret' }

test.each([
  ['ECONNREFUSED', true],
  ['ENOTFOUND', true],
  ['UND_ERR_CONNECT_TIMEOUT', true],
  ['ERR_TLS_CERT_ALTNAME_INVALID', true],
  ['ECONNRESET', undefined],
  ['UND_ERR_SOCKET', undefined],
])('a connection that failed with %s has sent nothing: %s', async (code, unsent) => {
  const wire = await loadWire('anthropic')
  if (!wire) return expect.fail('There is no wire')
  const cause = Object.assign(new Error(`connect ${code}`), { code })
  const error = unreachable(wire, credential, new TypeError('fetch failed', { cause }))
  expect(error).toMatchObject({ code: 'network', retryable: true })
  expect(error.unsent).toBe(unsent)
})
