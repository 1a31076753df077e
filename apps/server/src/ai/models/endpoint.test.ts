import { describe, expect, test } from 'vitest'
import { embeddedIPv4 } from '../../web/address.ts'
import { checkEndpoint } from './endpoint.ts'

const never = () => Promise.reject(new Error('nobody is asked'))

describe('where a request may go is decided before anything is sent', () => {
  test.each([
    'http://169.254.169.254/latest/meta-data',
    'http://[::169.254.169.254]/',
    'http://[::ffff:169.254.169.254]/',
    'http://[::ffff:0:169.254.169.254]/',
    'http://[64:ff9b::169.254.169.254]/',
    'http://[64:ff9b:1::a9fe:a9fe]/',
    'http://[2002:a9fe:a9fe::1]/',
    'http://[2001:0:a9fe:a9fe::1]/',
    'http://[2001:0:1:2:0:0:5601:5601]/',
    'http://[fe80::5efe:169.254.169.254]/',
    'http://[2001:db8::200:5efe:a9fe:a9fe]/',
    'http://[fe80::1]/',
    'http://[fd00:ec2::254]/',
    'http://[fd20:ce::254]/',
    'http://100.100.100.200/',
    'http://[::ffff:100.100.100.200]/',
    'http://168.63.129.16/machine',
    'http://192.0.0.192/',
    'http://2852039166/',
    'http://0xa9.254.0xa9.254/',
    'http://metadata.google.internal/computeMetadata',
    'http://METADATA.google.internal./',
    'http://metadata/',
    'http://instance-data/',
  ])('%s is refused', async (url) => {
    expect(await checkEndpoint(url, never)).toMatchObject({
      ok: false,
      problem: expect.stringContaining('not allowed'),
    })
  })

  test.each([
    'http://127.0.0.1:11434/v1',
    'http://[::1]:11434/',
    'http://10.0.0.7/',
    'http://[::ffff:192.168.1.2]/',
    'http://[2001:db8::1]/',
    'http://[fd12:3456::1]/',
    'http://8.8.8.8/',
  ])('%s is allowed', async (url) => {
    expect(await checkEndpoint(url, never)).toMatchObject({ ok: true })
  })

  test.each([
    [[{ address: '93.184.216.34', family: 4 }], true],
    [
      [
        { address: '93.184.216.34', family: 4 },
        { address: '169.254.169.254', family: 4 },
      ],
      false,
    ],
    [[{ address: '64:ff9b::a9fe:a9fe', family: 6 }], false],
    [[{ address: 'fe80::1%eth0', family: 6 }], false],
  ])('a name that resolves to %j: %s', async (addresses, ok) => {
    expect((await checkEndpoint('https://models.example/v1', async () => addresses)).ok).toBe(ok)
  })

  test('the addresses within an address', () => {
    expect(embeddedIPv4('2001:0:4136:e378:8000:63bf:3fff:fdd2')).toEqual(['65.54.227.120', '192.0.2.45'])
    expect(embeddedIPv4('2002:c000:0204::')).toEqual(['192.0.2.4'])
    expect(embeddedIPv4('2001:db8::1')).toEqual([])
    expect(embeddedIPv4('127.0.0.1')).toEqual([])
  })
})
