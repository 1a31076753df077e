import { ok } from '@atelier/operation'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabases } from '../../../../apps/server/testing/databases.ts'
import { chatBody, chatDelta } from '../../testing/recordings.ts'
import type { Recording } from '../../testing/replay.ts'
import { answer, createScene } from '../../testing/scene.ts'
import { compatible } from '../providers/chatCompletions.ts'

const sqlite = testDatabases().find(({ name }) => name === 'sqlite')
if (!sqlite) throw new Error('SQLite is always there')
let opened: Awaited<ReturnType<typeof sqlite.open>>
beforeAll(async () => {
  opened = await sqlite.open()
})
afterAll(() => opened.close())

/** A PNG's header, which says how large it is, made unlike others by a mark. */
function png(width: number, height: number, mark = ''): string {
  const bytes = Buffer.alloc(33)
  bytes.write('\x89PNG\r\n\x1a\n', 0, 'latin1')
  bytes.writeUInt32BE(13, 8)
  bytes.write('IHDR', 12, 'latin1')
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  return Buffer.concat([bytes, Buffer.from(mark)]).toString('base64')
}

const said = answer([{ type: 'text', text: 'I see.' }])

/** The widths of the pictures in a request to Anthropic, in order. */
function widths(body: unknown): number[] {
  return [...JSON.stringify(body).matchAll(/"data":"([^"]+)"/g)].map(([, data]) =>
    Buffer.from(data ?? '', 'base64').readUInt32BE(16),
  )
}

/** Anthropic's rule for many pictures, in its own words. */
function strict({ body }: { body: unknown }): Recording {
  const found = widths(body)
  const at = found.length > 20 ? found.findIndex((width) => width > 2000) : -1
  if (at < 0) return said
  const message = `messages.0.content.${at}.image.source.base64.data: At least one of the image dimensions exceed max allowed size for many-image requests: 2000 pixels`
  return { status: 400, body: JSON.stringify({ type: 'error', error: { type: 'invalid_request_error', message } }) }
}

const eight = (at: number) => Array.from({ length: 8 }, (_, nth) => ({ mimeType: 'image/png', hash: `${at}-${nth}` }))

async function threeMessages(scales: boolean, images: (at: number) => { mimeType: string; hash: string }[] = eight) {
  const scene = await createScene(opened.database, strict, {
    prepared: {
      abilities: { vision: true },
      loadImage: async (hash, maxEdge) => png(maxEdge === undefined || !scales ? 2400 : maxEdge, 400, hash),
    },
  })
  const runs = []
  for (const at of [1, 2, 3]) runs.push(await scene.say(`Look at these ${at}`, images(at)))
  const requests = scene.replay.requests.map(({ body }) => body)
  await scene.close()
  return { runs, requests }
}

describe('more than 20 pictures in a request', () => {
  it('are scaled to 2,000 pixels, and those of fewer stay as they are', async () => {
    const { runs, requests } = await threeMessages(true)
    expect(runs.map(({ status }) => status)).toEqual(['complete', 'complete', 'complete'])
    expect(requests.map((body) => widths(body))).toEqual([
      Array<number>(8).fill(2400),
      Array<number>(16).fill(2400),
      Array<number>(24).fill(2000),
    ])
  })

  it('are 20 if they cannot be scaled, and the model reads that older ones were left out', async () => {
    const { runs, requests } = await threeMessages(false)
    expect(runs.map(({ status }) => status)).toEqual(['complete', 'complete', 'complete'])
    expect(requests).toHaveLength(3)
    expect(widths(requests[2])).toEqual(Array<number>(20).fill(2400))
    expect(JSON.stringify(requests[2]).match(/A picture was left out: the request has no room/g)).toHaveLength(4)
  })

  it('are counted each time that the same picture is shown', async () => {
    const same = (at: number) => eight(at).map((picture) => ({ ...picture, hash: 'same' }))
    const { runs, requests } = await threeMessages(true, same)
    expect(runs.map(({ status }) => status)).toEqual(['complete', 'complete', 'complete'])
    expect(widths(requests[2])).toEqual(Array<number>(24).fill(2000))
  })
})

const anthropicSays = (message: string): Recording => ({
  status: 400,
  body: JSON.stringify({ type: 'error', error: { type: 'invalid_request_error', message } }),
})
const openaiSays = (message: string, code: string, status = 400): Recording => ({
  status,
  body: JSON.stringify({ error: { message, code, type: 'invalid_request_error' } }),
})

describe('a chat continues without a picture that was refused', () => {
  it.each([
    [
      'too large',
      'messages.0.content.1.image.source.base64: image exceeds 5 MB maximum: 5316852 bytes > 5242880 bytes',
    ],
    ['broken', 'Could not process image'],
    ['of an unknown kind', 'messages.0.content.1.image.source.base64.media_type: Input should be one of …'],
  ])('at Anthropic: %s', async (_name, message) => {
    const scene = await createScene(
      opened.database,
      ({ body }) => (widths(body).includes(666) ? anthropicSays(message) : said),
      {
        prepared: {
          abilities: { vision: true },
          loadImage: async (hash) => png(hash === 'bad' ? 666 : 10, 10, hash),
        },
      },
    )
    const good = { mimeType: 'image/png', hash: 'good' }
    expect(await scene.say('A good one', [good])).toMatchObject({ status: 'complete' })
    expect(await scene.say('A bad one', [{ ...good, hash: 'bad' }])).toMatchObject({ status: 'complete' })
    expect(scene.replay.requests).toHaveLength(3)
    expect(JSON.stringify(scene.sent(2))).toContain('A picture was left out: the provider refused it.')
    // Its earlier fields stay.
    expect(widths(scene.sent(2))).toEqual([10])
    expect(await scene.say('And now?')).toMatchObject({ status: 'complete' })
    expect(scene.replay.requests).toHaveLength(4)
    expect(widths(scene.sent(3))).toEqual([10])
    await scene.restart()
    expect(await scene.say('And after a restart?')).toMatchObject({ status: 'complete' })
    expect(scene.replay.requests).toHaveLength(5)
    await scene.close()
  })

  it.each([
    ['not a picture', openaiSays('The image data you provided does not represent a valid image.', 'invalid_image')],
    ['no eyes', openaiSays('unknown variant `image_url`, expected `text`', 'invalid_request_error')],
    ['no host with eyes', openaiSays('No endpoints found that support image input', '404', 404)],
    [
      'no projector',
      { ...openaiSays('image input is not supported', '500', 500), headers: { 'x-should-retry': 'false' } },
    ],
  ])('on chat completions: %s', async (_name, refusal) => {
    const fine = { body: chatBody([chatDelta({ content: 'I see.' }), chatDelta({}, 'stop')]) }
    const scene = await createScene(
      opened.database,
      ({ body }) => (JSON.stringify(body).includes('"image_url"') ? refusal : fine),
      { wire: compatible, prepared: { abilities: { vision: true }, loadImage: async () => png(10, 10) } },
    )
    expect(await scene.say('Look', [{ mimeType: 'image/png', hash: 'h' }])).toMatchObject({ status: 'complete' })
    expect(scene.replay.requests).toHaveLength(2)
    expect(await scene.say('And now?')).toMatchObject({ status: 'complete' })
    expect(scene.replay.requests).toHaveLength(3)
    await scene.close()
  })

  it('also without one of a result', async () => {
    const scene = await createScene(
      opened.database,
      ({ body }, at) => {
        if (at === 0) return answer([{ type: 'tool_use', id: 'a', name: 'look', json: '{}' }], 'tool_use')
        return widths(body).length > 0 ? anthropicSays('Could not process image') : said
      },
      {
        prepared: { abilities: { vision: true }, loadImage: async () => png(10, 10) },
        toy: async () => ok({}, { images: [{ mimeType: 'image/png', data: png(10, 10), hash: 'h1' }] }),
      },
    )
    expect(await scene.say()).toMatchObject({ status: 'complete' })
    expect(scene.replay.requests).toHaveLength(3)
    expect(JSON.stringify(scene.sent(2))).toContain('the provider refused it')
    await scene.close()
  })

  it('and fails as before if no picture was sent, or if every further try is refused', async () => {
    const scene = await createScene(opened.database, () => anthropicSays('Could not process image'), {
      prepared: { abilities: { vision: true }, loadImage: async () => png(10, 10) },
    })
    expect(await scene.say('No picture')).toMatchObject({ status: 'error' })
    expect(scene.replay.requests).toHaveLength(1)
    expect(await scene.say('Look', [{ mimeType: 'image/png', hash: 'h' }])).toMatchObject({ status: 'error' })
    expect(scene.replay.requests).toHaveLength(3)
    await scene.close()
  })
})
