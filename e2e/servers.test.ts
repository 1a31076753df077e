import { describe, expect, it, onTestFinished } from 'vitest'
import { runEnded, session, until } from './support/api.ts'
import { databases } from './support/preparedDatabase.ts'
import { openTab } from './support/tab.ts'
import { askForPage, askInTurns, midRun, resultIds, startTwoServers } from './support/twoServers.ts'

// covers packages/agent/src/run apps/server/src/database

describe.runIf(databases.includes('postgres'))('two servers on one Postgres', () => {
  it('share tabs, runs and stops; when one dies the other continues its runs within ten seconds', async () => {
    const servers = await startTwoServers()
    const { one, two, first, second, projectId, drivers } = servers
    const { pages } = await first.get<{ pages: { id: string }[] }>(`/api/projects/${projectId}/pages`)
    const home = pages[0]?.id ?? ''
    const tab = openTab(one, first, home)
    onTestFinished(() => tab.close())
    await until('the tab to have the page', async () => tab.saved())
    await second.post(`/api/projects/${projectId}/operations/site.insertHtml`, {
      documentId: home,
      input: { parentId: tab.fields.get('root'), html: '<p>From the other server</p>' },
    })
    const shows = (text: string) => async () => JSON.stringify([...tab.fields.values()]).includes(text)
    await until('the tab to see it', shows('From the other server'), 5000)

    // A preview that one opened is shown by the other: the page, and what belongs to it by itself.
    await first.post(`/api/projects/${projectId}/operations/site.write_code_asset`, {
      input: { path: 'scripts/greet.js', type: 'script', content: 'console.log("greeted")', runtime: {} },
    })
    const { url: preview } = await first.post<{ url: string }>(`/api/projects/${projectId}/preview`, { pageId: home })
    const shown = await (await fetch(`${two.url}${preview}`)).text()
    expect(shown).toContain('From the other server')
    const [, script = ''] = /<script[^>]* src="([^"]+)"/.exec(shown) ?? []
    expect(await (await fetch(`${one.url}${script}`)).text()).toContain('greeted')

    // Whichever drives it, either stops it.
    const { sessionId, runId } = await askForPage(second, projectId)
    await midRun(second, sessionId)
    await first.post(`/api/ai/sessions/${sessionId}/runs/${runId}/abort`)
    expect((await runEnded(second, sessionId, runId)).status).toBe('aborted')

    // Several at once, so that both servers have some; then one dies.
    const asked = await askInTurns(servers)
    const driven = await drivers(asked)
    expect(driven.leasedMs).toBeLessThanOrEqual(10_000)
    await one.stop('SIGKILL')
    const longest = await driven.takenOver()
    console.info(`Taken over after ${longest} ms`)
    expect(longest).toBeGreaterThan(0)
    for (const each of asked) {
      expect((await runEnded(second, each.sessionId, each.runId, 40_000)).status).toBe('complete')
      const answered = resultIds(await session(second, each.sessionId))
      expect(new Set(answered).size).toBe(answered.length)
    }
  })
})
