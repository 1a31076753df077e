import { rehearseBlueprint, rehearseSite } from '@atelier/generate'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/server.ts'

const Made = Type.Object({ id: Type.String(), slug: Type.String() })
const Checked = Type.Object({
  ok: Type.Literal(true),
  data: Type.Object({ findings: Type.Array(Type.Object({ severity: Type.String(), code: Type.String() })) }),
})

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const briefs = [
  'Ferment is a small bakery in Porto. We bake sourdough, rye rolls and custard tarts. Open Tuesday to Saturday 7:00 – 14:00, write to hello@ferment.example or call +351 220 000 000.',
  'A website for Oak & Iron, a carpenter in Bristol. Tables from £1,900.',
  'Quiet Hour is a yoga studio in Graz: single class €16, ten classes €140.',
  'We are a software consultancy called Northlight in Oslo.',
  'Rat Parade is a punk band from Leipzig. Gigs: 12 May Conne Island, 3 June SO36 Berlin.',
  'Stadtwasser Ulm is the water utility of the city of Ulm. Emergency line 0731 166 100, billing 0731 166 200.',
  'Abel Stone is an undertaker in Leeds. We arrange burials and cremations.',
  'Helene Brandt is a notary in Graz.',
  'Tidewise is an app that shows tide tables.',
  'I walk dogs in Ghent & I want a site <b>"now"</b>',
]

test.each(briefs)('a rehearsed site is written, checked and published: %s', async (brief) => {
  const { id, slug } = Value.Parse(
    Made,
    (await server.call('POST', '/api/projects', { name: brief.slice(0, 20), starter: 'blank' })).body,
  )
  const operate = async (name: string, input: object) =>
    (await server.call('POST', `/api/projects/${id}/operations/site.${name}`, { input })).body
  const blueprint = rehearseBlueprint(brief)
  const written = await operate('writeFiles', { files: rehearseSite(blueprint) })
  expect(written).toMatchObject({ ok: true, data: { success: true } })
  expect(written).not.toHaveProperty('warnings')

  const { findings } = Value.Parse(Checked, await operate('check_page', { all: true })).data
  expect(findings.filter(({ severity, code }) => severity !== 'note' && code !== 'blank-text')).toEqual([])

  expect(await server.call('POST', `/api/projects/${id}/publish`)).toMatchObject({ status: 201 })
  const host = `${slug}.localhost`
  const visit = (path: string) => server.sites.request(new URL(path, `http://${host}/`), { headers: { host } })
  const home = await (await visit('/')).text()
  const paths = new Set([...home.matchAll(/href="([^"#:]+)"/g)].map(([, href = '']) => href))
  expect(paths.size).toBeGreaterThan(blueprint.pages.length)
  for (const path of paths) expect([path, (await visit(path)).status]).toEqual([path, 200])
  expect(home).toContain('<header class="header">')
})
