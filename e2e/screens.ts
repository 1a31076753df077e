// Takes docs/screens: every panel and state at three widths, light and dark. Run after a build: `npm run screenshots`.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CDPSession } from 'playwright-core'
import { openScene } from './support/scene.ts'
import { contentScreens } from './support/screens/contentScreens.ts'
import { editorScreens } from './support/screens/editorScreens.ts'
import { pageScreens } from './support/screens/pageScreens.ts'
import { partScreens } from './support/screens/partScreens.ts'
import { planScreens } from './support/screens/planScreens.ts'
import { prepare } from './support/screens/prepare.ts'
import { leave, openStage, type Screen, type Stage } from './support/screens/stage.ts'
import { workScreens } from './support/screens/workScreens.ts'
import { motionEnded } from './support/settled.ts'
import { startStudio } from './support/studio.ts'

const folder = process.env.SCREENS_FOLDER ?? join(import.meta.dirname, '..', 'docs', 'screens')
const sizes = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
].filter(({ width }) => (process.env.SCREENS_WIDTHS ?? '1440,1024,390').split(',').includes(String(width)))
/** PNG in full size is for looking closely; the repository has WebP. */
const format = process.env.SCREENS_FORMAT === 'png' ? 'png' : 'webp'
/** The part of a name that selects it for another picture; without one, every screen is. */
const wanted = process.argv[2] === undefined ? /./ : new RegExp(process.argv[2])
/** How much of a wide window shows one of its panels, in pixels. */
const SIDE_WIDTHS = { left: 340, right: 400 }
const failures: string[] = []

mkdirSync(folder, { recursive: true })
for (const size of sizes) {
  const scene = await openScene({ modelId: 'claude-sonnet-4-5' }, { fastRehearsals: true })
  const fresh = await startStudio({ withoutOwner: true })
  try {
    await prepare(scene)
    const stage = await openStage(scene, size.width, size.height)
    const session = await stage.context.newCDPSession(stage.page)
    const take = async (screens: readonly Screen[]) => {
      for (const screen of screens) {
        if (!wanted.test(screen.name)) continue
        try {
          await screen.show(stage)
          await shoot(stage, session, `${screen.name}-${size.width}`, screen.side)
          await leave(screen, stage)
        } catch (error) {
          failures.push(`${screen.name} at ${size.width}: ${String(error).split('\n').slice(0, 3).join(' ')}`)
          await shoot(stage, session, `failed-${screen.name}-${size.width}`).catch(() => undefined)
          await stage.context.setOffline(false)
          await stage.page.goto(`${scene.studio.url}/projects/${scene.projectId}`)
          await stage.page.locator('iframe[title="The page"]').waitFor()
          await motionEnded(stage.page)
        }
      }
    }
    await take(editorScreens)
    await take(workScreens)
    await take(contentScreens)
    await take(partScreens)
    // Deleting the projects and signing out come last.
    const ending = pageScreens.findIndex(({ name }) => name === 'projects-empty')
    await take(pageScreens.slice(0, ending))
    await take(planScreens)
    await take(pageScreens.slice(ending))
    if (wanted.test('set-up')) {
      await stage.page.goto(/https?:\S+/.exec(fresh.announced)?.[0] ?? '')
      await stage.page.getByLabel('Your name').waitFor()
      await shoot(stage, session, `set-up-${size.width}`)
    }
  } finally {
    await scene.close()
    await fresh.remove()
  }
}
if (failures.length > 0) console.error(failures.join('\n'))
// The shared browser runs until the process ends.
process.exit(failures.length > 0 ? 1 : 0)

/**
 * Writes a picture of the window, or of one side of a wide one, in both schemes: WebP, three quarters as large where the
 * whole of a wide window is shown.
 */
async function shoot({ page, compact }: Stage, session: CDPSession, name: string, side?: Screen['side']) {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  const part = compact || side === undefined ? width : SIDE_WIDTHS[side]
  const clip = {
    x: side === 'right' && !compact ? width - part : 0,
    // A fixed element is where the window is scrolled to.
    y: await page.evaluate(() => window.scrollY),
    width: part,
    height,
    scale: format === 'webp' && part > 1000 ? 0.75 : 1,
  }
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.evaluate(() => document.fonts.ready)
    await motionEnded(page)
    const { data } = await session.send('Page.captureScreenshot', {
      format,
      ...(format === 'webp' ? { quality: 25 } : {}),
      clip,
    })
    writeFileSync(join(folder, `${name}-${colorScheme}.${format}`), Buffer.from(data, 'base64'))
  }
}
