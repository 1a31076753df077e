import type { RequestListener } from 'node:http'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { type FakeWeb, type FakeWebOptions, fakeWeb } from '../../testing/web.ts'
import { createGuardedFetch, type GuardedRequest } from './guardedFetch.ts'

let web: FakeWeb
afterEach(() => web.close())

async function open(listener: RequestListener, options?: FakeWebOptions) {
  web = await fakeWeb(listener, options)
  const request = createGuardedFetch(web)
  return (url: string, more: Partial<GuardedRequest> = {}) => request(url, { maxBytes: 100_000, ...more })
}
const hello: RequestListener = (_, response) => response.end('hello')

const hostile = [
  // Loopback, in every spelling that a URL parser takes.
  'http://localhost/',
  'http://LOCALHOST:8080/',
  'http://localhost./',
  'http://localhost../',
  'http://a..internal/',
  'http://a.localhost/',
  'http://127.0.0.1/',
  'http://127.0.0.1./',
  'http://127.1/',
  'http://127.255.255.254/',
  'http://2130706433/',
  'http://0x7f000001/',
  'http://0x7f.1/',
  'http://0177.0.0.1/',
  'http://017700000001/',
  'http://%31%32%37.0.0.1/',
  'http://１２７.０.０.１/',
  'http://①②⑦.⓪.⓪.①/',
  'http://0/',
  'http://0.0.0.0:8080/',
  'http://[::1]/',
  'http://[::]/',
  'http://[0:0:0:0:0:0:0:1]/',
  'http://[::127.0.0.1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://[::ffff:0:127.0.0.1]/',
  'http://[64:ff9b::127.0.0.1]/',
  'http://[64:ff9b::7f00:1]/',
  'http://[64:ff9b:1::a00:1]/',
  'http://[64:ff9b:1::808:808]/',
  'http://[2002:7f00:1::]/',
  'http://[2002:a00:1::1]/',
  'http://[2001:0:7f00:1::1]/',
  'http://[2001:0:808:808::f5ff:fffe]/',
  'http://[fe80::5efe:10.0.0.1]/',
  'http://[2606:4700::5efe:10.0.0.1]/',
  // Private, link-local and shared networks.
  'http://10.0.0.1/',
  'http://10.255.255.255/',
  'http://172.16.0.1/',
  'http://172.31.255.255/',
  'http://192.168.1.1/',
  'http://192.168.257/',
  'http://[::ffff:192.168.1.1]/',
  'http://100.64.0.1/',
  'http://100.127.255.254/',
  'http://169.254.169.254/latest/meta-data',
  'http://2852039166/',
  'http://[::ffff:a9fe:a9fe]/',
  'http://100.100.100.200/',
  'http://168.63.129.16/',
  'http://[fc00::1]/',
  'http://[fd00:ec2::254]/',
  'http://[fe80::1]/',
  'http://[febf::1]/',
  'http://[fec0::1]/',
  // Multicast, documentation, benchmarking, reserved.
  'http://224.0.0.1/',
  'http://239.255.255.255/',
  'http://[ff02::1]/',
  'http://[ff0e::1]/',
  'http://192.0.2.1/',
  'http://198.51.100.1/',
  'http://203.0.113.1/',
  'http://[2001:db8::1]/',
  'http://[3fff::1]/',
  'http://198.18.0.1/',
  'http://198.19.255.255/',
  'http://[2001:2::1]/',
  'http://192.0.0.1/',
  'http://192.88.99.1/',
  'http://240.0.0.1/',
  'http://255.255.255.255/',
  'http://[100::1]/',
  'http://[4000::1]/',
  // Names of machines and of metadata services.
  'http://printer.local/',
  'http://db.internal/',
  'http://db.internal./',
  'http://router.home.arpa/',
  'http://intranet/',
  'http://metadata/',
  'http://metadata.google.internal/computeMetadata/v1/',
  'http://METADATA.GOOGLE.INTERNAL./',
  'http://metadata.goog/',
  // Schemes, credentials, ports and what is no URL.
  'ftp://example.com/',
  'file:///etc/passwd',
  'gopher://example.com/',
  'data:text/html,hello',
  'javascript:alert(1)',
  'http://user:secret@example.com/',
  'http://user@example.com/',
  'http://example.com:22/',
  'http://example.com:6379/',
  'https://example.com:25/',
  'http://[::1/',
  'http://999.1.1.1/',
  'http:///',
  'example.com',
  '',
  `http://example.com/${'a'.repeat(9000)}`,
]

describe('what is requested', () => {
  test('is none of these addresses, and nothing is resolved or connected for them', async () => {
    const get = await open(hello)
    expect(hostile.length).toBeGreaterThan(40)
    const outcomes = await Promise.all(hostile.map(async (url) => [url, await get(url)] as const))
    expect(outcomes.filter(([, answer]) => answer.ok || answer.code !== 'refused')).toEqual([])
    expect([web.resolved, web.connected]).toEqual([[], []])
  })

  test('is none of these either if a page of the public internet redirects there', async () => {
    const get = await open((request, response) => {
      const to = new URL(request.url ?? '', 'http://x').searchParams.get('to') ?? ''
      // A header holds bytes.
      response.writeHead(302, { location: Buffer.from(to, 'utf8').toString('latin1') }).end()
    })
    const absolute = hostile.filter((url) => /^\w+:/.test(url) && url.length < 8000)
    for (const to of absolute) {
      const answer = await get(`http://page.example/?to=${encodeURIComponent(to)}`)
      expect([to, answer]).toMatchObject([to, { ok: false, code: 'refused' }])
    }
    expect(new Set(web.resolved)).toEqual(new Set(['page.example']))
    expect(web.connected).toHaveLength(absolute.length)
  })

  test.each([
    ['http://10.example.com/', '10.example.com'],
    ['http://192.168.1.1.example.com/', '192.168.1.1.example.com'],
    ['http://localhost.example.com/', 'localhost.example.com'],
    ['http://internal.example.com:8080/a?b=c#d', 'internal.example.com'],
    ['https://bücher.example.com/', 'xn--bcher-kva.example.com'],
    ['https://example.com./', 'example.com'],
  ])('is %s, a host name', async (url, name) => {
    const get = await open(hello)
    expect(await get(url)).toMatchObject({ ok: true, status: 200, bytes: Buffer.from('hello') })
    expect(web.resolved).toEqual([name])
    expect(web.connected).toMatchObject([{ address: '93.184.215.14', host: name }])
  })

  test.each([
    ['http://8.8.8.8/', '8.8.8.8'],
    ['http://134744072/', '8.8.8.8'],
    ['http://172.32.0.1/', '172.32.0.1'],
    ['http://100.128.0.1/', '100.128.0.1'],
    ['http://[2606:4700::1111]/', '2606:4700::1111'],
    ['http://[::ffff:8.8.8.8]/', '::ffff:808:808'],
    ['http://[64:ff9b::8.8.8.8]/', '64:ff9b::808:808'],
  ])('is %s, a public address, without asking for a name', async (url, address) => {
    const get = await open(hello)
    expect(await get(url)).toMatchObject({ ok: true })
    expect(web.resolved).toEqual([])
    expect(web.connected).toMatchObject([{ address }])
  })

  test('is no name with one address among several that is not public', async () => {
    const get = await open(hello, {
      hosts: {
        'mixed.example.com': ['8.8.8.8', '10.0.0.1'],
        'six.example.com': ['2606:4700::1111', 'fe80::1%eth0'],
        '127.0.0.1.nip.io': '127.0.0.1',
        'mapped.example.com': '::ffff:127.0.0.1',
        'odd.example.com': 'not an address',
      },
    })
    for (const host of [
      'mixed.example.com',
      'six.example.com',
      '127.0.0.1.nip.io',
      'mapped.example.com',
      'odd.example.com',
    ])
      expect([host, await get(`http://${host}/`)]).toMatchObject([host, { ok: false, code: 'refused' }])
    expect(web.connected).toEqual([])
  })

  test('goes to the address that was judged, whatever the name resolves to next', async () => {
    const answers = [['8.8.8.8'], ['127.0.0.1']]
    const get = await open((_, response) => response.writeHead(302, { location: '/again' }).end(), {
      hosts: { 'rebinding.example.com': () => answers.shift() ?? ['127.0.0.1'] },
    })
    expect(await get('http://rebinding.example.com/')).toMatchObject({ ok: false, code: 'refused' })
    // The second request, after the redirect, was judged by its own answer.
    expect(web.connected).toMatchObject([{ address: '8.8.8.8' }])
    expect(web.resolved).toHaveLength(2)
  })

  test('tries the next address of a name if one takes no connection', async () => {
    web = await fakeWeb(hello, { hosts: { 'two.example.com': ['2606:4700::1111', '8.8.8.8'] } })
    const { resolve, connect } = web
    const request = createGuardedFetch({
      resolve,
      connect: (target, signal) =>
        target.address.includes(':') ? Promise.reject(new Error('no route')) : connect(target, signal),
    })
    expect(await request('https://two.example.com/', { maxBytes: 100 })).toMatchObject({ ok: true })
    expect(web.connected).toEqual([{ address: '8.8.8.8', port: 443, secure: true, host: 'two.example.com' }])
  })
})

describe('what goes along', () => {
  test('is no cookie, and no header of the caller’s to another origin', async () => {
    const get = await open((request, response) => {
      response.setHeader('set-cookie', 'a=b')
      if (request.url === '/1') response.writeHead(302, { location: '/2' }).end()
      else if (request.url === '/2') response.writeHead(307, { location: 'https://other.example.com/3' }).end()
      else response.end('done')
    })
    const answer = await get('https://one.example.com/1', { headers: { authorization: 'Bearer secret' } })
    expect(answer).toMatchObject({ ok: true, url: 'https://other.example.com/3' })
    expect(web.requests.map(({ headers }) => [headers.host, headers.authorization, headers.cookie])).toEqual([
      ['one.example.com', 'Bearer secret', undefined],
      ['one.example.com', 'Bearer secret', undefined],
      ['other.example.com', undefined, undefined],
    ])
  })

  test('is sent as a body only to the URL itself', async () => {
    const get = await open((_, response) => response.writeHead(307, { location: 'https://other.example.com/' }).end())
    const answer = await get('https://one.example.com/', { method: 'POST', body: '{"q":"é"}' })
    expect(answer).toMatchObject({ ok: true, status: 307 })
    expect(web.requests).toMatchObject([{ method: 'POST', body: '{"q":"é"}' }])
  })

  test('is followed through five redirects, not six', async () => {
    const get = await open((request, response) => {
      const left = Number(request.url?.slice(1))
      if (left > 0) response.writeHead(301, { location: `/${left - 1}` }).end()
      else response.end('there')
    })
    expect(await get('http://example.com/5')).toMatchObject({ ok: true, url: 'http://example.com/0' })
    expect(await get('http://example.com/6')).toMatchObject({ ok: false, code: 'redirects' })
  })
})

describe('what is read', () => {
  const bomb = Buffer.alloc(64 * 1024 * 1024)
  const packed: readonly (readonly [string, Buffer])[] = [
    ['gzip', gzipSync(bomb)],
    ['x-gzip', gzipSync(bomb)],
    ['br', brotliCompressSync(bomb)],
    ['deflate', deflateSync(bomb)],
    ['deflate', deflateRawSync(bomb)],
  ]

  test('of something small that unpacks to something huge is what was asked for', async () => {
    for (const [coding, bytes] of packed) {
      const get = await open((_, response) => response.writeHead(200, { 'content-encoding': coding }).end(bytes))
      const answer = await get('http://example.com/')
      expect([coding, answer]).toMatchObject([coding, { ok: true, truncated: true }])
      expect(answer.ok && answer.bytes.length).toBe(100_000)
      await web.idle()
      await web.close()
    }
    web = await fakeWeb(hello)
  })

  test('is unpacked in full if it fits', async () => {
    const text = 'Grüße. '.repeat(2000)
    for (const [coding, bytes] of [
      ['gzip', gzipSync(text)],
      ['br', brotliCompressSync(text)],
      ['deflate', deflateSync(text)],
      ['deflate', deflateRawSync(text)],
      ['identity', Buffer.from(text)],
    ] as const) {
      const get = await open((_, response) => response.writeHead(200, { 'content-encoding': coding }).end(bytes))
      const answer = await get('http://example.com/')
      expect([coding, answer.ok && answer.bytes.toString('utf8'), answer.ok && answer.truncated]).toEqual([
        coding,
        text,
        false,
      ])
      await web.close()
    }
    web = await fakeWeb(hello)
  })

  test('is nothing in a coding that was not asked for, packed twice, or not what it says', async () => {
    for (const [coding, bytes] of [
      ['gzip, gzip', gzipSync(gzipSync('x'))],
      ['zstd', Buffer.from('x')],
      ['gzip', Buffer.from('this is not gzip')],
      ['br', Buffer.from('this is not brotli')],
    ] as const) {
      const get = await open((_, response) => response.writeHead(200, { 'content-encoding': coding }).end(bytes))
      expect([coding, await get('http://example.com/')]).toMatchObject([coding, { ok: false, code: 'unreachable' }])
      await web.idle()
      await web.close()
    }
    web = await fakeWeb(hello)
  })

  test('of a body that never ends is what was asked for, and the connection is closed', async () => {
    const get = await open((_, response) => {
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(16_384, 'a')));
      }
      response.on('drain', more)
      more()
    })
    const answer = await get('http://example.com/')
    expect(answer).toMatchObject({ ok: true, truncated: true })
    expect(answer.ok && answer.bytes.length).toBe(100_000)
    await web.idle()
  })

  test('ends with the time, whatever is slow', async () => {
    const never = () => new Promise<never>(() => undefined)
    const late = { maxBytes: 100, timeoutMs: 40 }
    const timeout = { ok: false, code: 'timeout' }
    const get = await open((request, response) => {
      if (request.url === '/headers') return
      response.write('a')
      if (request.url === '/drops') {
        const drop = setInterval(() => response.write('a'), 10)
        response.on('close', () => clearInterval(drop))
      }
    })
    for (const path of ['headers', 'body', 'drops'])
      expect([path, await get(`http://example.com/${path}`, late)]).toMatchObject([path, timeout])
    await web.idle()
    const { resolve, connect } = web
    expect(await createGuardedFetch({ resolve: never, connect })('http://example.com/', late)).toMatchObject(timeout)
    expect(await createGuardedFetch({ resolve, connect: never })('http://example.com/', late)).toMatchObject(timeout)
  })

  test('is nothing of a content type that is not wanted, or of an answer that is cut off', async () => {
    const get = await open((request, response) => {
      if (request.url === '/cut') {
        response.writeHead(200, { 'content-length': 100 })
        response.write('half')
        setTimeout(() => response.destroy(), 5)
        return
      }
      response.writeHead(200, { 'content-type': 'Video/MP4; codecs=x' })
      response.write(Buffer.alloc(50_000))
    })
    const accepts = (type: string) => type === 'text/html'
    expect(await get('http://example.com/', { accepts })).toMatchObject({ ok: false, code: 'content_type' })
    await web.idle()
    expect(await get('http://example.com/cut')).toMatchObject({ ok: false, code: 'unreachable' })
  })

  test('comes with its content type, its charset and the address that it came from', async () => {
    const get = await open((_, response) =>
      response.writeHead(404, { 'content-type': 'Text/HTML; Charset="ISO-8859-1"' }).end('no'),
    )
    expect(await get('http://example.com/a#b')).toMatchObject({
      ok: true,
      status: 404,
      url: 'http://example.com/a',
      contentType: 'text/html',
      charset: 'iso-8859-1',
    })
  })

  test('says which name was not found', async () => {
    web = await fakeWeb(hello)
    const request = createGuardedFetch({ resolve: () => Promise.reject(new Error('ENOTFOUND')), connect: web.connect })
    expect(await request('http://nowhere.example.com/', { maxBytes: 1 })).toMatchObject({
      ok: false,
      code: 'unknown_host',
      problem: 'The host name nowhere.example.com was not found.',
    })
  })
})
