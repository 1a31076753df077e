import type { BrowserContext } from 'playwright-core'
import type { Api } from './api.ts'
import { emailAt, type TestBrowser } from './shared.ts'
import type { Studio } from './studio.ts'

/** Invites a person as an editor of a project and accepts for them; returns a browser in which they are signed in. */
export async function joinProject(
  browser: TestBrowser,
  studio: Pick<Studio, 'url' | 'owner'>,
  api: Api,
  projectId: string,
  name: string,
  role: 'editor' | 'reviewer' | 'viewer' = 'editor',
): Promise<BrowserContext> {
  const email = emailAt(studio, name)
  const invitation = { name, email, role: 'member', projects: [{ projectId, role }] }
  const { url } = await api.post<{ url: string }>('/api/invitations', invitation)
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const data = { token: new URL(url).searchParams.get('token'), name, password: 'a long enough sentence' }
  const answer = await context.request.post(`${studio.url}/api/invitations/accept`, {
    data,
    headers: { origin: studio.url },
  })
  if (!answer.ok()) throw new Error(`${name} was not let in: ${answer.status()}`)
  return context
}
