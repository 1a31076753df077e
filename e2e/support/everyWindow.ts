import { describe, expect, it } from 'vitest'
import { everyFinding, findingsOn } from './axe.ts'
import { openScene, type Scene } from './scene.ts'
import type { Screen } from './screens/stage.ts'
import { windows } from './windows.ts'

/**
 * Tests that nothing serious or critical is found on screens by any rule, in light and dark, at each of three widths.
 * @param prepare the studio, which each width has anew
 */
export function checkEveryWindow(
  of: string,
  screens: readonly Screen[],
  prepare: (scene: Scene) => Promise<void> = async () => undefined,
): void {
  describe(`accessibility of ${of}: nothing serious or critical, nothing wider than the window, in light and dark`, () => {
    it.each(windows)(
      'in a window of %i × %i',
      async (width, height) => {
        const scene = await openScene({ modelId: 'claude-sonnet-4-5' }, { fastRehearsals: true })
        try {
          await prepare(scene)
          expect(await findingsOn(scene, screens, width, height, everyFinding)).toEqual([])
        } finally {
          await scene.close()
        }
      },
      600_000,
    )
  })
}
