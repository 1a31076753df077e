import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findingsOn } from './support/axe.ts'
import { openScene, type Scene } from './support/scene.ts'
import { editorScreens } from './support/screens/editorScreens.ts'
import { pageScreens } from './support/screens/pageScreens.ts'
import { prepare } from './support/screens/prepare.ts'
import { workScreens } from './support/screens/workScreens.ts'

// covers apps/studio/src/shell apps/studio/src/settings apps/studio/src/people apps/studio/src/projects apps/studio/src/ui

/** The screens that differ most where panels are sheets and dialogs fill the window. */
const NARROW = new Set([
  ...['editor-heading', 'editor-link-picker', 'target-width', 'insert', 'navigator-layers', 'design-tokens'],
  ...['media-file', 'code-editor', 'checks', 'page-settings', 'import-plan', 'palette', 'context-menu'],
])

describe('accessibility around the editor: nothing serious or critical, in light and dark', () => {
  let scene: Scene

  beforeAll(async () => {
    scene = await openScene({ modelId: 'claude-sonnet-4-5' })
    await prepare(scene)
  })
  afterAll(async () => await scene?.close())

  it('in publishing, versions, comparing and the agent', async () => {
    expect(await findingsOn(scene, workScreens, 1440, 900)).toEqual([])
  })

  it('in the editor of a narrow window', async () => {
    const narrow = editorScreens.filter(({ name }) => NARROW.has(name))
    expect(narrow).toHaveLength(NARROW.size)
    expect(await findingsOn(scene, narrow, 390, 844)).toEqual([])
  })

  it('in the pages around the editor', async () => {
    expect(await findingsOn(scene, pageScreens, 1440, 900)).toEqual([])
  })
})
