import { describe, expect, it } from 'vitest'
import { findingsOn, newLayoutFindings } from './support/axe.ts'
import { openScene } from './support/scene.ts'
import { contentScreens } from './support/screens/contentScreens.ts'
import { prepare } from './support/screens/prepare.ts'

// covers apps/studio/src/content apps/studio/src/ui

describe('accessibility of the content: nothing serious or critical, nothing wider than the window, in light and dark', () => {
  // Each screen of a wide window is checked by every rule in the tests of what it does; `axeContent.deep.test.ts` has all widths.
  it('in a window of 390 × 844', async () => {
    const scene = await openScene({ modelId: 'claude-sonnet-4-5' })
    try {
      await prepare(scene)
      expect(await findingsOn(scene, contentScreens, 390, 844, newLayoutFindings)).toEqual([])
    } finally {
      await scene.close()
    }
  }, 400_000)
})
