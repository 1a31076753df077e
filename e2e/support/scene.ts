import type { BrowserContext, Page } from 'playwright-core'
import { type Api, firstProject, signIn } from './api.ts'
import { openEditor } from './editor.ts'
import { startPrepared } from './preparedServer.ts'
import { type ScriptedProvider, startProvider, useProvider } from './provider.ts'
import { openBrowser, type SharedOptions, type SharedStudio, shareStudio, type TestBrowser } from './shared.ts'

/** The studio in a browser, and a provider behind it with scripted answers. */
export interface Scene {
  studio: SharedStudio
  api: Api
  readonly provider: ScriptedProvider
  readonly projectId: string
  readonly browser: TestBrowser
  readonly context: BrowserContext
  /** The editor of the first project. */
  readonly page: Page
  /** Uncaught errors of that page. */
  readonly problems: string[]
  close(): Promise<void>
}

/** A scene whose server no other test uses. */
export interface RestartableScene extends Scene {
  /** Kills the server and starts it again on the same data and ports: `studio` and `api` are other ones then. */
  restart(): Promise<void>
}

type Credential = Parameters<typeof useProvider>[2]

/** @param credential of the provider, where its key or its model matters */
export async function openScene(credential?: Credential, options?: SharedOptions): Promise<Scene> {
  return await sceneAt(await shareStudio(options), credential)
}

export async function openRestartableScene(): Promise<RestartableScene> {
  const server = await startPrepared()
  let { studio } = server
  const scene = await sceneAt(studio)
  return Object.assign(scene, {
    async restart() {
      await studio.stop('SIGKILL')
      ;({ studio, api: scene.api } = await server.another({ ports: studio.ports }))
      scene.studio = studio
    },
  })
}

async function sceneAt(studio: SharedStudio, credential?: Credential): Promise<Scene> {
  const provider = await startProvider()
  const api = await signIn(studio)
  const { id: projectId } = await firstProject(api)
  await useProvider(api, provider, credential)
  const browser = await openBrowser()
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
    async close() {
      await browser.close()
      await scene.studio.remove()
      await provider.close()
    },
  }
  return scene
}
