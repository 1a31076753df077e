import { cmsOperations } from '@atelier/cms'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { expect } from 'vitest'
import type { TriedSite } from './site.ts'
import { readingTrials, type Shown, writingTrials } from './trials.ts'

const Wrote = Type.Object({ ok: Type.Literal(true), changeSetId: Type.String() })

/** Deleting a page cannot be undone; posts are set up once for each site. */
const left = new Set(['deletePage', 'setUpPosts'])

/**
 * Tries every tool on a site: what a right call writes is shown by the published page and taken back to the byte by an
 * undo, and a wrong call is refused with a hint and changes nothing.
 */
export async function expectToolsWork(site: TriedSite): Promise<void> {
  const { call, state } = site
  const [writing, reading] = [writingTrials(site), readingTrials(site)]
  const named = (isRead: boolean) =>
    cmsOperations
      .flatMap(({ name, effect }) => ((effect === 'read') === isRead && !left.has(name) ? [name] : []))
      .sort()
  expect(Object.keys(writing).sort()).toEqual(named(false))
  expect(Object.keys(reading).sort()).toEqual(named(true))

  const before = await state()
  for (const [name, { right, wrong, refused }] of Object.entries(reading)) {
    expect.soft(await call(name, right), name).toMatchObject({ ok: true })
    if (wrong) expectRefusal(name, await call(name, wrong), refused)
  }
  expect(await state()).toEqual(before)
  for (const [name, { right, behind = [], shows = [], wrong, refused }] of Object.entries(writing)) {
    expectRefusal(name, await call(name, wrong), refused)
    const made: string[] = []
    for (const [each, input] of [[name, right] as const, ...behind]) {
      const body = await call(each, input)
      expect.soft(body, `${name}: ${JSON.stringify(body).slice(0, 600)}`).toMatchObject({ ok: true })
      if (Value.Check(Wrote, body)) made.unshift(body.changeSetId)
    }
    await expectShown(site, name, shows)
    for (const id of made) expect.soft(await site.undo(id), name).toMatchObject({ status: 200, body: { kept: [] } })
    expect.soft(await state(), name).toEqual(before)
  }
  expectRefusal('deletePage', await call('deletePage', { slug: 'nothing-like-it' }), 'unknown_page')
  expect(await call('deletePage', { slug: 'bread', removeFromNavigation: true })).toMatchObject({ ok: true })
  await expectShown(site, 'deletePage', [{ path: '/bread/', status: 404 }])
}

function expectRefusal(name: string, body: unknown, code: string | undefined): void {
  const isChecked = code === 'invalid_input'
  const answer = isChecked
    ? { error: { code, path: expect.any(String), expected: expect.any(String) } }
    : { ok: false, error: { code, hint: expect.any(String) } }
  expect.soft(body, `${name}, wrong`).toMatchObject(answer)
}

async function expectShown(site: TriedSite, name: string, shows: readonly Shown[]): Promise<void> {
  if (shows.length === 0) return
  const visited = await site.visit(shows.map(({ path }) => path))
  for (const [at, { path, has, lacks, status = 200 }] of shows.entries()) {
    const page = visited[at]
    expect.soft(page?.status, `${name} at ${path}`).toBe(status)
    if (has !== undefined) expect.soft(page?.html, `${name} at ${path}`).toContain(has)
    if (lacks !== undefined) expect.soft(page?.html, `${name} at ${path}`).not.toContain(lacks)
  }
}
