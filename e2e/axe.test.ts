import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { axeFindings } from './support/axe.ts'
import { openScene, type Scene } from './support/scene.ts'
import { editorScreens } from './support/screens/editorScreens.ts'
import { pageScreens } from './support/screens/pageScreens.ts'
import { prepare } from './support/screens/prepare.ts'
import { leave, openStage, type Screen } from './support/screens/stage.ts'
import { workScreens } from './support/screens/workScreens.ts'

/** What differs most where panels are sheets and dialogs fill the window. */
const NARROW = new Set([
  ...['editor-heading', 'editor-link-picker', 'target-width', 'insert', 'navigator-layers', 'design-tokens'],
  ...['media-file', 'code-editor', 'checks', 'page-settings', 'import-plan', 'palette', 'context-menu'],
])

describe('accessibility: nothing serious or critical, in light and dark', () => {
  let scene: Scene

  beforeAll(async () => {
    scene = await openScene({ modelId: 'claude-sonnet-4-5' })
    await prepare(scene)
  })
  afterAll(async () => await scene?.close())

  async function findingsOn(screens: readonly Screen[], width: number, height: number): Promise<string[]> {
    const stage = await openStage(scene, width, height)
    const found: string[] = []
    for (const screen of screens) {
      await screen.show(stage)
      // What opens moves for a moment.
      await stage.page.waitForTimeout(100)
      found.push(...(await axeFindings(stage.page, screen.name)))
      await leave(screen, stage)
    }
    await stage.context.close()
    return found
  }

  it('in the editor: every panel, menu, picker and dialog', async () => {
    expect(await findingsOn(editorScreens, 1440, 900)).toEqual([])
  })

  it('in publishing, versions, comparing and the agent', async () => {
    expect(await findingsOn(workScreens, 1440, 900)).toEqual([])
  })

  it('in the editor of a narrow window', async () => {
    const narrow = editorScreens.filter(({ name }) => NARROW.has(name))
    expect(await findingsOn(narrow, 390, 844)).toEqual([])
  })

  it('in the pages around the editor', async () => {
    expect(await findingsOn(pageScreens, 1440, 900)).toEqual([])
  })
})
