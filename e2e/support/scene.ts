import type { Browser, BrowserContext, Page } from 'playwright-core'
import { type Api, firstProject, signIn } from './api.ts'
import { launch } from './browser.ts'
import { openEditor } from './editor.ts'
import { type ScriptedProvider, startProvider, useProvider } from './provider.ts'
import { type Studio, startStudio } from './studio.ts'

/** The studio in a browser, and a provider behind it with scripted answers. */
export interface Scene {
  studio: Studio
  api: Api
  readonly provider: ScriptedProvider
  readonly projectId: string
  readonly browser: Browser
  readonly context: BrowserContext
  /** The editor of the first project. */
  readonly page: Page
  /** Uncaught errors of that page. */
  readonly problems: string[]
  /** Kills the server and starts it again on the same data and ports: `studio` and `api` are other ones then. */
  restart(): Promise<void>
  close(): Promise<void>
}

/**
 * @param credential of the provider, where its key or its model matters
 * @param env of the server
 */
export async function openScene(
  credential?: Parameters<typeof useProvider>[2],
  env?: Record<string, string>,
): Promise<Scene> {
  const provider = await startProvider()
  const studio = await startStudio({ env })
  const api = await signIn(studio)
  const { id: projectId } = await firstProject(api)
  await useProvider(api, provider, credential)
  const browser = await launch()
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await openEditor(context, studio)
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  const scene: Scene = {
    studio,
    api,
    provider,
    projectId,
    browser,
    context,
    page,
    problems,
    async restart() {
      await scene.studio.stop('SIGKILL')
      scene.studio = await startStudio({ dataDir: studio.dataDir, ports: studio.ports, env })
      scene.api = await signIn(scene.studio)
    },
    async close() {
      await browser.close()
      await scene.studio.remove()
      await provider.close()
    },
  }
  return scene
}
