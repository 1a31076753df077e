import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findingsOn } from './support/axe.ts'
import { openScene, type Scene } from './support/scene.ts'
import { contentScreens } from './support/screens/contentScreens.ts'
import { editorScreens } from './support/screens/editorScreens.ts'
import { pageScreens } from './support/screens/pageScreens.ts'
import { planScreens } from './support/screens/planScreens.ts'
import { prepare } from './support/screens/prepare.ts'
import type { Screen } from './support/screens/stage.ts'
import { workScreens } from './support/screens/workScreens.ts'

// covers apps/studio/src/editors/site apps/studio/src/shell apps/studio/src/content apps/studio/src/plan apps/studio/src/brief apps/studio/src/settings apps/studio/src/people apps/studio/src/projects apps/studio/src/ui

/** The screens of these names. The deep files check all screens, at three widths and by every rule in both schemes. */
function named(screens: readonly Screen[], ...names: string[]): Screen[] {
  const found = screens.filter(({ name }) => names.includes(name))
  expect(found.map(({ name }) => name)).toEqual(expect.arrayContaining(names))
  return found
}

describe('accessibility of a screen of each kind: nothing serious or critical, in light and dark', () => {
  let scene: Scene

  beforeAll(async () => {
    scene = await openScene({ modelId: 'claude-sonnet-4-5' }, { fastRehearsals: true })
    await prepare(scene)
  })
  afterAll(async () => await scene?.close())

  it('in the editor and the content', async () => {
    const screens = [
      ...named(editorScreens, 'style-layout', 'colour-picker', 'context-menu', 'insert'),
      ...named(editorScreens, 'navigator-layers', 'page-settings', 'palette'),
      ...named(workScreens, 'agent-models', 'agent-finished'),
      ...named(contentScreens, 'content-list', 'content-entry', 'content-review'),
    ]
    expect(await findingsOn(scene, screens, 1440, 900)).toEqual([])
  })

  it('in a narrow window', async () => {
    const screens = [
      ...named(editorScreens, 'editor-heading', 'navigator-layers', 'palette'),
      ...named(contentScreens, 'content-list'),
    ]
    expect(await findingsOn(scene, screens, 390, 844)).toEqual([])
  })

  it('in plans and the pages around the editor', async () => {
    const screens = [
      ...named(planScreens, 'plan-ready'),
      ...named(pageScreens, 'projects', 'ai-add-provider', 'account', 'sign-in'),
    ]
    expect(await findingsOn(scene, screens, 1440, 900)).toEqual([])
  })
})
