import { readProgress } from '@atelier/generate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { generationScene, hasResults, siteFiles } from '../../testing/generations.ts'

const styled = '<p style="margin: 0 auto; text-align: center">Warm.</p>'
/** A model that repeats a style on every page. */
let scene: Awaited<ReturnType<typeof generationScene>>
beforeAll(async () => {
  scene = await generationScene((request) => {
    const { step, file } = request
    if (step !== 'pages' || hasResults(request)) return undefined
    return [['writeFile', { filename: file, content: siteFiles[file]?.replace('</main>', `${styled}</main>`) }]]
  })
})
afterAll(() => scene.close())

test('what the pages of a generation repeat becomes shared, as a change of its own that can be refused', async () => {
  const { plan, call, until, bytes, operate, server, project } = scene
  const before = await bytes()
  const { id, documentId } = await plan()
  await call(`${id}/start`, {})
  await until(id, 'complete')
  const text = async (file: string) => JSON.stringify(await operate('readFile', { file }))
  for (const file of ['index.html', 'menu.html']) {
    expect(await text(file)).toContain('<!-- @component:invitation -->')
    expect(await text(file)).toContain('p-spaced')
    expect(await text(file)).not.toContain('margin: 0 auto')
  }
  const tidied = await bytes()
  const view = (await server.services.documents.open(documentId))?.view ?? expect.fail()
  const { runId = '', why } = readProgress(view).parts.get('tidy') ?? expect.fail()
  expect(why).toContain('of 4 elements becomes the class p-spaced.')

  const state = () => readProgress(view).parts.get('tidy')?.state
  const turn = (verb: 'undo' | 'redo') => server.call('POST', `/api/projects/${project}/changes/${runId}/${verb}`)
  expect(await turn('undo')).toMatchObject({ status: 200, body: { kept: [] } })
  expect(state()).toBe('undone')
  expect(await text('menu.html')).toContain('margin: 0 auto')
  expect(await text('menu.html')).not.toContain('@component:invitation')
  expect(await turn('redo')).toMatchObject({ status: 200, body: { kept: [] } })
  expect(state()).toBe('stands')
  expect(await bytes()).toBe(tidied)

  await call(`${id}/undo`)
  expect(await bytes()).toBe(before)
  await call(`${id}/redo`)
  expect(await bytes()).toBe(tidied)
})
