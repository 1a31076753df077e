import { afterAll, beforeAll, expect, it } from 'vitest'
import { findingsOn } from './support/axe.ts'
import { openScene, type Scene } from './support/scene.ts'
import { planScreens } from './support/screens/planScreens.ts'
import type { Screen } from './support/screens/stage.ts'

// covers apps/studio/src/plan apps/studio/src/brief

let scene: Scene

beforeAll(async () => {
  scene = await openScene({ modelId: 'claude-sonnet-4-5' }, { fastRehearsals: true })
})
afterAll(async () => await scene?.close())

/** The slow task without parts of its own. */
const left = new Set(['plan-refused', 'plan-running', 'plan-stopped', 'plan-chat', 'plans'])
const wide = planScreens.filter(({ name }) => !left.has(name))

/** The page of the last one again, in a window of a phone. */
const narrow: Screen = {
  name: 'plan-complete in a narrow window',
  show: ({ page }) => page.setViewportSize({ width: 390, height: 844 }),
}

it('every state of a plan has nothing serious or critical, in light and dark', async () => {
  expect(await findingsOn(scene, [...wide, narrow], 1440, 900)).toEqual([])
})
