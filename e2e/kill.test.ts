import { describe, expect, it, onTestFinished } from 'vitest'
import { pageHtml, runEnded, until } from './support/api.ts'
import { expectNothingLostByKills } from './support/kills.ts'
import { startPrepared } from './support/preparedServer.ts'

const kills = 2

// covers packages/agent/src/run packages/streams/src apps/server/src/ai/runs

describe('a server that is killed', () => {
  it(`loses no acknowledged record and applies no call twice, ${kills} times over`, async () => {
    await expectNothingLostByKills(kills)
  })

  it('keeps a run going without a viewer', async () => {
    const { studio, api, projectId } = await startPrepared({ env: { ATELIER_REHEARSAL_PACE_MS: '12' } })
    onTestFinished(() => studio.remove())
    const { id } = await api.post<{ id: string }>('/api/ai/sessions', { projectId, scope: 'site' })
    const { runId } = await api.post<{ runId: string }>(`/api/ai/sessions/${id}/runs`, {
      prompt: 'Add a pricing section',
    })
    await until('the run to write', async () => (await pageHtml(api, projectId)).includes('class="pricing"'))
    expect((await runEnded(api, id, runId)).status).toBe('complete')
  })
})
