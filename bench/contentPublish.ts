import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { firstProject } from '../apps/server/testing/ai.ts'
import { operation } from '../apps/server/testing/projects.ts'
import { caller, contentServer, setUpBlog, writePosts } from './support/contentProject.ts'
import { judge, round2 } from './support/verdict.ts'

const ENTRIES = 10_000
const RELEASES = 9

/**
 * 10,000 published entries with a page each and a list of all of them in pages of 20, over HTTP on SQLite: the first
 * release of the site, and releases of only the content after one entry has changed. The release of a change renders
 * the page of the entry and the page of the list that names it.
 */
export async function run(): Promise<object> {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-content-publish-'))
  const dataDir = join(folder, 'data')
  mkdirSync(dataDir)
  const server = await contentServer(dataDir)
  try {
    const { id: projectId } = await firstProject(server)
    const call = caller(server, projectId)
    const publish = async (query = '') => {
      const began = performance.now()
      const { status, body } = await server.call('POST', `/api/projects/${projectId}/publish${query}`)
      const ms = performance.now() - began
      const { report } = body as { report?: { rendered: number } }
      if (status !== 201 || !report) throw new Error(JSON.stringify(body).slice(0, 500))
      return { ms, rendered: report.rendered }
    }
    await setUpBlog(call)
    await call('setRoute', { model: 'post', route: 'blog' })
    await writePosts(call, ENTRIES)
    const ids = Array.from({ length: ENTRIES }, (_, at) => `post-${at}`)
    for (let from = 0; from < ENTRIES; from += 500)
      await call('update_status', {
        model: 'post',
        locale: 'en',
        entryIds: ids.slice(from, from + 500),
        status: 'published',
      })
    await operation(server, projectId, 'addEntryPages', { model: 'post' })
    const first = await publish()
    const again = await publish()
    const releases: number[] = []
    let rendered = 0
    for (let at = 0; at < RELEASES; at += 1) {
      const data = { [`post-${at * 1_111}`]: { title: `Another title ${at}` } }
      await call('save_content', { model: 'post', locale: 'en', data })
      const made = await publish('?only=content')
      releases.push(made.ms)
      rendered = made.rendered
    }
    const median = releases.toSorted((a, b) => a - b)[Math.floor(RELEASES / 2)] ?? 0
    const { verdicts, within } = judge({
      one: { value: round2(median), unit: 'ms to publish one changed entry of 10,000, median', most: 500 },
    })
    if (!within) process.exitCode = 1
    return {
      firstMs: round2(first.ms),
      firstRendered: first.rendered,
      againMs: round2(again.ms),
      oneMs: releases.map(round2),
      oneRendered: rendered,
      verdicts,
    }
  } finally {
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
