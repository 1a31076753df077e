import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findingsOn } from './support/axe.ts'
import { openScene, type Scene } from './support/scene.ts'
import { editorScreens } from './support/screens/editorScreens.ts'
import { prepare } from './support/screens/prepare.ts'

// covers apps/studio/src/editors/site apps/studio/src/ui

describe('accessibility of the editor: nothing serious or critical, in light and dark', () => {
  let scene: Scene

  beforeAll(async () => {
    scene = await openScene({ modelId: 'claude-sonnet-4-5' })
    await prepare(scene)
  })
  afterAll(async () => await scene?.close())

  it('in every panel, menu, picker and dialog', async () => {
    expect(await findingsOn(scene, editorScreens, 1440, 900)).toEqual([])
  })
})
