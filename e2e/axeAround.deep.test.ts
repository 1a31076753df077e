/** Slow by design: every screen around the editor, at three widths and in both schemes, by every rule. */
import { runEnded } from './support/api.ts'
import { checkEveryWindow } from './support/everyWindow.ts'
import type { Scene } from './support/scene.ts'
import { pageScreens } from './support/screens/pageScreens.ts'
import { prepare } from './support/screens/prepare.ts'
import { workScreens } from './support/screens/workScreens.ts'

checkEveryWindow('publishing, versions, comparing and the agent', workScreens, prepare)
checkEveryWindow('the pages around the editor', pageScreens, async (scene) => {
  await prepare(scene)
  await useAgent(scene)
})

/** One run, so that there is a usage to show. */
async function useAgent({ api, projectId }: Scene): Promise<void> {
  const { id } = await api.post<{ id: string }>('/api/ai/sessions', { projectId, scope: 'site' })
  const { runId } = await api.post<{ runId: string }>(`/api/ai/sessions/${id}/runs`, { prompt: 'Is it ready?' })
  await runEnded(api, id, runId)
}
