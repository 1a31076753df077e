import type { ImageQuery } from '@atelier/site'
import { expect, it, vi } from 'vitest'
import { createImageFinder, type ImageAccess, type ImageBudget, type ImageChoice } from './finder.ts'

interface Sent {
  url: string
  method: string
  headers: Headers
  body: string
}

const bread: ImageQuery = { query: 'a baker shaping sourdough loaves by hand', count: 1, orientation: 'landscape' }
const photo = (at: number, src = `https://images.pexels.com/photos/${at}/p.jpeg?dpr=2`) => ({
  id: at,
  width: 4000,
  height: 3000,
  url: `https://www.pexels.com/photo/${at}/`,
  photographer: `Person ${at}`,
  photographer_url: `https://www.pexels.com/@${at}`,
  alt: at === 1 ? 'Loaves on a board' : '',
  src: { large2x: src },
})
const json = (value: unknown, status = 200) => Response.json(value, { status })
const jpeg = (text = 'x') => new Response(text, { headers: { 'content-type': 'image/jpeg; q=1' } })

/** A finder whose requests `answer` answers, in a workspace with these keys and this choice. */
function setUp(
  keys: { pexels?: string; together?: string },
  answer: (sent: Sent) => Response | Promise<Response>,
  choice: ImageChoice = {},
) {
  const sent: Sent[] = []
  let time = 0
  const paid: [reserved: number, spent: number][] = []
  const finder = createImageFinder({
    now: () => time,
    fetch: async (input, init) => {
      const request = new Request(input, init)
      const one = { url: request.url, method: request.method, headers: request.headers, body: await request.text() }
      sent.push(one)
      return answer(one)
    },
  })
  const budget: ImageBudget = {
    async reserve(_, reserved) {
      if (reserved > 0.06) return { ok: false, problem: 'The limit is reached.' }
      return { ok: true, settle: async (spent) => void paid.push([reserved, spent]) }
    },
  }
  const access: ImageAccess = { projectId: 'p', key: async (name) => keys[name], choice: async () => choice, budget }
  return {
    sent,
    paid,
    later: (ms: number) => {
      time += ms
    },
    open: () => finder(access).open(),
    find: async (query: ImageQuery = bread) => (await finder(access).open()).find(query),
  }
}

it.each<[keys: { pexels?: string; together?: string }, choice: ImageChoice, service: string]>([
  [{}, {}, 'sketch'],
  [{ pexels: 'k' }, {}, 'pexels'],
  [{ together: 'k' }, {}, 'together'],
  [{ pexels: 'k', together: 'k' }, {}, 'pexels'],
  [{ pexels: 'k', together: 'k' }, { service: 'together' }, 'together'],
  [{ pexels: 'k' }, { service: 'together' }, 'sketch'],
])('keys %j and choice %j: %s', async (keys, choice, service) => {
  const { open, sent } = setUp(keys, () => expect.fail('Nothing may be asked'), choice)
  expect((await open()).name).toBe(service)
  expect(sent).toEqual([])
})

it('finds photographs of Pexels, with who took them', async () => {
  const { find, sent } = setUp({ pexels: 'secret' }, ({ url }) =>
    url.includes('/v1/search') ? json({ photos: [photo(1), photo(2)] }) : jpeg(url),
  )
  expect(await find({ ...bread, count: 2, orientation: 'portrait' })).toMatchObject({
    ok: true,
    images: [
      {
        alt: 'Loaves on a board',
        declaredType: 'image/jpeg',
        author: 'Person 1',
        authorUrl: 'https://www.pexels.com/@1',
        url: 'https://www.pexels.com/photo/1/',
      },
      { alt: bread.query },
    ],
  })
  const [search, ...files] = sent
  expect(search?.url).toBe(
    'https://api.pexels.com/v1/search?query=a+baker+shaping+sourdough+loaves+by+hand&orientation=portrait&per_page=2',
  )
  expect(search?.headers.get('authorization')).toBe('secret')
  expect(files.map(({ headers }) => headers.get('authorization'))).toEqual([null, null])
})

it('searches Pexels again with fewer words if it has nothing for all of them', async () => {
  const { find, sent } = setUp({ pexels: 'k' }, ({ url }) =>
    url.includes('/v1/search') ? json({ photos: url.includes('by+hand') ? [] : [photo(1)] }) : jpeg(),
  )
  expect(await find()).toMatchObject({ ok: true })
  expect(new URL(sent[1]?.url ?? '').searchParams.get('query')).toBe('baker shaping sourdough loaves')
})

it('has pictures made at Together, each from an angle of its own', async () => {
  const data = [{ b64_json: Buffer.from('picture').toString('base64') }]
  const { find, sent } = setUp({ together: 'secret' }, () => json({ data }))
  const found = await find({ ...bread, count: 2, orientation: 'square' })
  expect(found).toMatchObject({ ok: true, images: [{ costUsd: 0.025, alt: bread.query }, { costUsd: 0.025 }] })
  expect(found.ok && new TextDecoder().decode(found.images[0]?.bytes)).toBe('picture')
  expect(sent.map(({ url, method, headers }) => [url, method, headers.get('authorization')])).toEqual(
    Array(2).fill(['https://api.together.xyz/v1/images/generations', 'POST', 'Bearer secret']),
  )
  const ending = 'professional photography, high resolution, sharp detail, beautiful lighting'
  expect(sent.map(({ body }) => JSON.parse(body))).toEqual(
    [1, 2].map((number) => ({
      model: 'black-forest-labs/FLUX.1-dev',
      prompt: `${bread.query}, angle ${number} of 2, ${ending}`,
      width: 1024,
      height: 1024,
      steps: 20,
      n: 1,
      response_format: 'base64',
    })),
  )
})

it.each([
  ['black-forest-labs/FLUX.1-schnell', 4, 0.003],
  ['Rundiffusion/Juggernaut-Lightning-Flux', 4, 0.002],
  ['black-forest-labs/FLUX.1.1-pro', 20, 0.04],
] as const)('%s takes %i steps and costs $%f', async (model, steps, costUsd) => {
  const { find, sent } = setUp({ together: 'k' }, () => json({ data: [{ b64_json: 'eA==' }] }), { model })
  expect(await find({ ...bread, orientation: 'portrait' })).toMatchObject({ images: [{ costUsd }] })
  expect(JSON.parse(sent[0]?.body ?? '')).toMatchObject({ model, steps, width: 768, height: 1024 })
})

it('takes a picture of Together by its address too', async () => {
  const { find, sent } = setUp({ together: 'k' }, ({ method }) =>
    method === 'POST' ? json({ data: [{ url: 'https://api.together.ai/imgproxy/x.jpg' }] }) : jpeg(),
  )
  expect(await find()).toMatchObject({ ok: true, images: [{ declaredType: 'image/jpeg', costUsd: 0.025 }] })
  expect(sent[1]?.headers.get('authorization')).toBeNull()
})

const services = ['pexels', 'together'] as const

it.each<[what: string, answer: () => Response, problem: RegExp]>([
  ['refuses the key', () => json({}, 401), /refused the key/],
  ['has no credit left', () => json({}, 402), /no credit/],
  ['is asked too often', () => json({}, 429), /limit/],
  ['is broken', () => new Response('', { status: 503 }), /status 503/],
  ['sends a page', () => new Response('<!doctype html>'), /something else than/],
  ['sends another shape', () => json({ photos: 7, data: [] }), /something else than/],
  ['redirects', () => new Response(null, { status: 302, headers: { location: 'http://10.0.0.1' } }), /status 302/],
])('a service that %s says what to try', async (_, answer, problem) => {
  for (const name of services) {
    const { find, sent } = setUp({ [name]: 'k' }, answer)
    expect(await find()).toMatchObject({
      ok: false,
      problem: expect.stringMatching(problem),
      hint: expect.stringMatching(/./),
    })
    expect(sent).toHaveLength(1)
  }
})

it.each(services)('%s that cannot be reached, or does not answer in time, says so', async (name) => {
  const { find } = setUp({ [name]: 'k' }, () => Promise.reject(new TypeError('fetch failed')))
  expect(await find()).toMatchObject({ ok: false, problem: expect.stringContaining('could not be reached') })
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => AbortSignal.abort(new DOMException('', 'TimeoutError')))
  try {
    const problem = name === 'pexels' ? 'Pexels did not answer within 10 s.' : 'Together did not answer within 30 s.'
    expect(await find()).toMatchObject({ ok: false, problem, hint: expect.stringContaining('Try it again once') })
  } finally {
    vi.restoreAllMocks()
  }
})

it('an endless picture is cut off', async () => {
  const endless = () =>
    new Response(new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(1024 * 1024)) }))
  const { find } = setUp({ pexels: 'k' }, ({ url }) =>
    url.includes('/v1/search') ? json({ photos: [photo(1)] }) : endless(),
  )
  expect(await find()).toMatchObject({ ok: false, problem: 'Pexels sent more than 15 MB.' })
})

it.each([
  'http://images.pexels.com/1.jpg',
  'https://images.pexels.com.example.com/1.jpg',
  'https://images.pexels.com:8080/1.jpg',
  'https://user@images.pexels.com/1.jpg',
  'https://10.0.0.1/1.jpg',
  'file:///etc/passwd',
  'no address',
])('a photograph at %s is not fetched', async (src) => {
  const { find, sent } = setUp({ pexels: 'k' }, () => json({ photos: [photo(1, src)] }))
  expect(await find()).toMatchObject({ ok: false, problem: expect.stringContaining('not its own') })
  expect(sent).toHaveLength(1)
})

it('what fails of several pictures is named beside those that succeed', async () => {
  const { find } = setUp({ pexels: 'k' }, ({ url }) => {
    if (url.includes('/v1/search')) return json({ photos: [photo(1), photo(2)] })
    return url.includes('/2/') ? new Response('', { status: 500 }) : jpeg()
  })
  expect(await find({ ...bread, count: 2 })).toMatchObject({
    ok: true,
    images: [{ author: 'Person 1' }],
    warnings: ['Pexels answered with status 500.'],
  })
})

it('why Together refuses a query is said, without the key', async () => {
  const { find } = setUp({ together: 'secret-key' }, () =>
    json({ error: { message: 'Not this (key secret-key).' } }, 422),
  )
  expect(await find()).toEqual({
    ok: false,
    problem: 'Together refused the query: Not this (key …).',
    hint: 'Describe the picture in other words.',
  })
})

it('a call that runs again pays for no picture twice, and one that failed is sent again', async () => {
  let status = 500
  const { find, sent, later } = setUp({ together: 'k' }, () => json({ data: [{ b64_json: 'eA==' }] }, status))
  await find()
  status = 200
  const [first, second] = await Promise.all([find(), find()])
  expect(sent).toHaveLength(2)
  expect(second).toBe(first)
  later(60_001)
  await find()
  expect(sent).toHaveLength(3)
})

it('sets aside what pictures cost before they are made, and gives back what was not spent', async () => {
  let number = 0
  const { find, sent, paid } = setUp({ together: 'k' }, () => {
    number += 1
    return number === 2 ? json({}, 500) : json({ data: [{ b64_json: 'eA==' }] })
  })
  expect(await find({ ...bread, count: 2 })).toMatchObject({ ok: true, images: [{ costUsd: 0.025 }] })
  expect(paid).toEqual([[0.05, 0.025]])
  expect(await find({ ...bread, count: 3 })).toMatchObject({ ok: false, problem: 'The limit is reached.' })
  expect(sent).toHaveLength(2)
})
