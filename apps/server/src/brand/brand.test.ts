import { brandIn, readPlan } from '@atelier/generate'
import { mediaEntries } from '@atelier/site'
import sharp from 'sharp'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { expect, onTestFinished, test } from 'vitest'
import { projectScene } from '../../testing/generations.ts'
import { upload } from '../../testing/media.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { fakeWeb } from '../../testing/web.ts'

const Begun = Type.Object({ id: Type.String() })

/** A logo: a red bar on white. */
const logo = () =>
  sharp({ create: { width: 240, height: 60, channels: 3, background: '#ffffff' } })
    .composite([
      { input: { create: { width: 200, height: 30, channels: 3, background: '#b3123a' } }, left: 20, top: 15 },
    ])
    .png()
    .toBuffer()

async function siteOf(server: TestServer, project: string) {
  const [site] = await server.services.documents.list(project, ['site'])
  const opened = site && (await server.services.documents.inProject(project).open(site.id))
  if (!opened) throw new Error('There is no site')
  return opened
}

test('a plan begins with the colours of a picture, which is then the logo in the header of the made site', {
  timeout: 400_000,
}, async () => {
  const server = await startTestServer()
  onTestFinished(() => server.close())
  const { project, plan: begin, call, until, operate } = await projectScene(server)
  const mediaId = Value.Parse(Begun, (await upload(server, project, 'mark.png', await logo())).body).id
  const { id, documentId } = await begin({ brand: { mediaId } })
  const view = await server.services.documents.inProject(project).open(documentId)
  if (!view) return expect.fail('There is no plan')
  const { brand, design, pages } = readPlan(view)
  expect(brand).toMatchObject({ colors: ['#b3123a'], source: 'mark.png', logo: { width: 240, height: 60 } })
  expect(design.primaryColor).toBe('#b3123a')
  expect(pages.length).toBeGreaterThan(1)
  await call(`${id}/start`, {})
  await until(id, 'complete')
  const header = JSON.stringify(await operate('readFile', { file: '_components/header.html' }))
  expect(header).toContain(brand?.logo?.url)
  expect(JSON.stringify(await operate('readFile', { file: 'styles.css' }))).toContain('#b3123a')
})

test('a site of the web gives its colours and its logo; nothing of a private network is reached, and a refusal is said', {
  timeout: 400_000,
}, async () => {
  const picture = await logo()
  const web = await fakeWeb(
    (request, response) => {
      if (request.url === '/logo.png') return response.setHeader('content-type', 'image/png').end(picture)
      if (request.url === '/s.css') {
        response.setHeader('content-type', 'text/css')
        return response.end(':root { --primary: #0a6640 } p { color: #333 }')
      }
      response.setHeader('content-type', 'text/html')
      return response.end(
        '<title>Ferment</title><link rel="stylesheet" href="/s.css"><img alt="Logo" src="/logo.png"><link rel="icon" href="http://10.0.0.7/icon.png">',
      )
    },
    { hosts: { 'inside.example': '10.0.0.7' } },
  )
  const server = await startTestServer({}, { web })
  onTestFinished(async () => {
    await server.close()
    await web.close()
  })
  const { project, plan: begin } = await projectScene(server)
  const { documentId } = await begin({ brand: { address: 'http://ferment.example/' } })
  const view = await server.services.documents.inProject(project).open(documentId)
  if (!view) return expect.fail('There is no plan')
  const brand = brandIn(view)
  expect(brand?.colors).toEqual(['#b3123a', '#0a6640'])
  expect(brand?.logo).toMatchObject({ width: 240, height: 60 })
  const entries = mediaEntries(await siteOf(server, project))
  expect(entries.map(({ path }) => `/${path}`)).toEqual([brand?.logo?.url])
  expect(web.connected.map(({ address }) => address)).not.toContain('10.0.0.7')

  const operated = (address: string) =>
    server.call('POST', `/api/projects/${project}/operations/generate.takeBrandOfSite`, {
      input: { address },
      documentId,
    })
  expect((await operated('http://inside.example/')).body).toMatchObject({ ok: false, error: { code: 'no_brand' } })
  expect(web.connected.map(({ address }) => address)).not.toContain('10.0.0.7')
  expect(brandIn(view)).toEqual(brand)
})
