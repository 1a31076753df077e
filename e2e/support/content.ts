import type { BrowserContext, Page } from 'playwright-core'
import { type Api, firstProject, signIn } from './api.ts'
import { openEditor } from './editor.ts'
import { startPrepared } from './preparedServer.ts'
import { openBrowser, type SharedOptions, type SharedStudio, shareStudio, type TestBrowser } from './shared.ts'

/** A studio with the content of its first project, and a window in which its owner is signed in. */
export interface ContentProject {
  readonly browser: TestBrowser
  readonly studio: SharedStudio
  readonly context: BrowserContext
  readonly page: Page
  readonly api: Api
  readonly projectId: string
  /** Calls an operation as the owner. */
  call<Data>(name: string, input: object, focus?: object, project?: string): Promise<Data>
  /** The address of a place in the content, such as `?model=post`. */
  place(query?: string): string
  close(): Promise<void>
}

export interface ContentProjectOptions extends SharedOptions {
  /** For a server of its own; without it the server is shared. */
  env?: Record<string, string>
  /** The set-up of the content; left as it is when absent. */
  setUp?: { locales: readonly string[]; models: readonly object[]; [name: string]: unknown }
  /** How long a step of a person may take, in milliseconds. */
  timeout?: number
}

export async function openContent({
  env,
  setUp,
  timeout = 30_000,
  ...shared
}: ContentProjectOptions = {}): Promise<ContentProject> {
  const browser = await openBrowser()
  const studio = env ? (await startPrepared({ env })).studio : await shareStudio(shared)
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await openEditor(context, studio)
  context.setDefaultTimeout(timeout)
  const api = await signIn(studio)
  const projectId = (await firstProject(api)).id
  const project: ContentProject = {
    browser,
    studio,
    context,
    page,
    api,
    projectId,
    async call<Data>(name: string, input: object, focus: object = {}, id: string = projectId) {
      const answer = await api.post<{ ok: boolean; data: Data; error?: object }>(
        `/api/projects/${id}/operations/content.${name}`,
        { input, focus },
      )
      if (!answer.ok) throw new Error(`${name}: ${JSON.stringify(answer)}`)
      return answer.data
    },
    place: (query = '') => `${studio.url}/projects/${projectId}/content${query}`,
    async close() {
      await browser.close()
      await studio.remove()
    },
  }
  if (setUp) await project.call('init_project', setUp)
  return project
}
