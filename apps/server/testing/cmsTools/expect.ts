import { cmsOperations } from '@atelier/cms'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { beforeAll, describe, expect, test } from 'vitest'
import type { TriedSite } from './site.ts'
import { readingTrials, type Shown, writingTrials } from './trials.ts'

const Wrote = Type.Object({ ok: Type.Literal(true), changeSetId: Type.String() })

/** Deleting a page cannot be undone; posts are set up once for each site. */
const left = new Set(['deletePage', 'setUpPosts'])

/** A site is imported or generated first, on a machine that may be busy. */
const PREPARES_MS = 400_000

const named = (isRead: boolean) =>
  cmsOperations.flatMap(({ name, effect }) => ((effect === 'read') === isRead && !left.has(name) ? [name] : []))

/**
 * Tries every tool on a site: what a right call writes is shown by the published page and taken back to the byte by an
 * undo, and a wrong call is refused with a hint and changes nothing.
 */
export function describeTools(name: string, prepare: () => Promise<TriedSite>): void {
  describe(name, () => {
    let site: TriedSite
    let before: unknown[]
    beforeAll(async () => {
      site = await prepare()
      before = await site.state()
    }, PREPARES_MS)

    test('has a trial for each tool', () => {
      expect(Object.keys(writingTrials(site)).sort()).toEqual(named(false).sort())
      expect(Object.keys(readingTrials(site)).sort()).toEqual(named(true).sort())
    })

    test('is read by every tool that reads, and a wrong call is answered so that it can be mended', async () => {
      for (const [tool, { right, wrong, refused }] of Object.entries(readingTrials(site))) {
        expect.soft(await site.call(tool, right), tool).toMatchObject({ ok: true })
        if (wrong) expectRefusal(tool, await site.call(tool, wrong), refused)
      }
    })

    test.each(named(false))(
      'is written by %s, shows it when it is published, and has its bytes back by undo',
      async (tool) => {
        const { right, behind = [], shows = [], wrong, refused } = writingTrials(site)[tool] ?? expect.fail()
        expectRefusal(tool, await site.call(tool, wrong), refused)
        const made: string[] = []
        for (const [each, input] of [[tool, right] as const, ...behind]) {
          const body = await site.call(each, input)
          expect.soft(body, `${each}: ${JSON.stringify(body).slice(0, 600)}`).toMatchObject({ ok: true })
          if (Value.Check(Wrote, body)) made.unshift(body.changeSetId)
        }
        await expectShown(site, tool, shows)
        for (const id of made) expect.soft(await site.undo(id), tool).toMatchObject({ status: 200, body: { kept: [] } })
        expect(await site.state()).toEqual(before)
      },
    )

    test('loses a page that is deleted, for its visitors too', async () => {
      const { call } = site
      expectRefusal('deletePage', await call('deletePage', { slug: 'nothing-like-it' }), 'unknown_page')
      expect(await call('deletePage', { slug: 'bread', removeFromNavigation: true })).toMatchObject({ ok: true })
      await expectShown(site, 'deletePage', [{ path: '/bread/', status: 404 }])
    })
  })
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
