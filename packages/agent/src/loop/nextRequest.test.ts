import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { testDatabases } from '../../../../apps/server/testing/databases.ts'
import { answer, createScene, type Scene, type SceneOptions } from '../../testing/scene.ts'

const sqlite = testDatabases().find(({ name }) => name === 'sqlite')
if (!sqlite) throw new Error('SQLite is always there')
let opened: Awaited<ReturnType<typeof sqlite.open>>
beforeAll(async () => {
  opened = await sqlite.open()
})
afterEach(closeScenes)
afterAll(() => opened.close())

// All of them look at one queue, so that none is left behind by a test that failed.
const scenes: Scene[] = []
async function stage(recordings: Parameters<typeof createScene>[1], options: SceneOptions = {}): Promise<Scene> {
  await closeScenes()
  const scene = await createScene(opened.database, recordings, options)
  scenes.push(scene)
  return scene
}
async function closeScenes() {
  await Promise.all(scenes.splice(0).map((scene) => scene.close()))
}

/** A state whose second line the test sets. */
function stateOf(now: { page: string }): NonNullable<SceneOptions['prepared']> {
  return {
    state: {
      lines: async () => ['Site: Bakery', `Page: ${now.page}`],
      text: (lines, which) => `${which} | ${lines.join(' | ')}`,
    },
  }
}

const said = (text: string) => answer([{ type: 'text', text }])
const texts = (scene: Scene, at: number) => JSON.stringify(scene.sent(at)).match(/(all|changed) \| [^"]*/g) ?? []

describe('the state of what a run works on', () => {
  it('is sent whole at first, then only its changes, over runs and restarts', async () => {
    const now = { page: 'Home' }
    const scene = await stage([said('One.'), said('Two.'), said('Three.')], { prepared: stateOf(now) })
    await scene.say()
    await scene.say()
    now.page = 'News'
    await scene.restart()
    await scene.say()
    expect(texts(scene, 0)).toEqual(['all | Site: Bakery | Page: Home'])
    expect(texts(scene, 1)).toEqual(texts(scene, 0))
    expect(texts(scene, 2)).toEqual(['all | Site: Bakery | Page: Home', 'changed | Page: News'])
  })

  it('is a record of its own before the request that carries it first', async () => {
    const scene = await stage([said('One.')], { prepared: stateOf({ page: 'Home' }) })
    await scene.say()
    const { messages } = await scene.session()
    expect(messages.map(({ role }) => role)).toEqual(['user', 'system', 'assistant'])
    expect(messages[1]).toMatchObject({
      state: ['Site: Bakery', 'Page: Home'],
      content: 'all | Site: Bakery | Page: Home',
    })
    const records = (await scene.records()).map(({ type, value }) => (type === 'message' ? value.role : type))
    expect(records.indexOf('system')).toBeLessThan(records.indexOf('assistant'))
  })

  it('is sent whole again after a summary', async () => {
    const long = 'word '.repeat(1300)
    const scene = await stage(
      ({ body }) => (JSON.stringify(body).includes('You keep the memory') ? said('They talked.') : said(long)),
      { prepared: { ...stateOf({ page: 'Home' }), abilities: { vision: false, contextWindow: 5000 } } },
    )
    await scene.say('first')
    await scene.say('second')
    await scene.say('third')
    expect(scene.replay.requests).toHaveLength(4)
    expect(JSON.stringify(scene.sent(3))).toContain('They talked.')
    expect(texts(scene, 3).at(-1)).toBe('all | Site: Bakery | Page: Home')
    await scene.say('fourth')
    expect((await scene.session()).messages.filter(({ state }) => state)).toHaveLength(2)
  })

  it('does not follow a turn that the model continues', async () => {
    const now = { page: 'Home' }
    const scene = await stage(
      (_request, at) => {
        now.page = `Page ${at}`
        return at === 0 ? answer([{ type: 'text', text: 'Searching \n' }], 'pause_turn') : said('Found.')
      },
      { prepared: stateOf(now) },
    )
    await scene.say()
    expect(scene.sent(1).at(-1)).toMatchObject({ role: 'assistant', content: [{ text: 'Searching' }] })
    expect(texts(scene, 1)).toEqual(texts(scene, 0))
    await scene.say('And?')
    // Text sent without the white space at its end stays so.
    expect(scene.sent(2)[1]).toMatchObject({ role: 'assistant', content: [{ text: 'Searching' }, { text: 'Found.' }] })
  })
})

it('the message that Atelier adds after a last answer is a record, and stays', async () => {
  const scene = await stage([said('Hello.'), said('Here I am.'), said('Yes.')])
  await scene.say('Go')
  await scene.say(' ')
  expect(scene.sent(1).at(-1)).toMatchObject({ role: 'user', content: [{ text: 'Go on.' }] })
  await scene.say('Really?')
  const plain = (at: number) =>
    JSON.stringify(scene.sent(at), (key, value) => (key === 'cache_control' ? undefined : value)).slice(0, -1)
  expect(plain(2).startsWith(plain(1))).toBe(true)
  const { messages } = await scene.session()
  expect(messages.filter(({ content }) => content === 'Go on.')).toMatchObject([{ role: 'system' }])
})
