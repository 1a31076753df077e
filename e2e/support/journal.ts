import { until } from './api.ts'
import { type ContentProject, type ContentProjectOptions, openContent } from './content.ts'

/** A studio whose site is online with a page for each post, and what a visitor without a browser reads there. */
export interface Journal extends ContentProject {
  /** The status and the text of a page, such as `/blog/hello/`. */
  visit(path: string): Promise<{ status: number; html: string }>
  /** The page once it has, or no longer has, a text. */
  sees(path: string, text: string, has?: boolean): Promise<void>
}

const post = {
  id: 'post',
  name: 'Posts',
  kind: 'collection',
  domain: 'blog',
  title_field: 'title',
  fields: {
    title: { type: 'string', required: true, order: 0 },
    summary: { type: 'text', order: 1 },
    body: { type: 'markdown', order: 2 },
  },
}

/** @param posts by their id; all of them are published */
export async function openJournal(
  posts: Record<string, object>,
  { workflow = 'review', ...options }: ContentProjectOptions & { workflow?: 'auto-merge' | 'review' } = {},
): Promise<Journal> {
  const project = await openContent({
    ...options,
    setUp: { locales: ['en'], workflow, publishEdits: 'atOnce', models: [post] },
  })
  const { api, call, projectId, studio } = project
  await call('save_content', { model: 'post', data: posts })
  await call('update_status', { model: 'post', entryIds: Object.keys(posts), status: 'published' })
  await call('setRoute', { model: 'post', route: 'blog' })
  await api.post(`/api/projects/${projectId}/operations/site.addEntryPages`, { input: { model: 'post' } })
  await api.post(`/api/projects/${projectId}/publish`, {})
  const { projects } = await api.get<{ projects: { id: string; slug: string }[] }>('/api/projects')
  const slug = projects.find(({ id }) => id === projectId)?.slug ?? ''
  const visit = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${studio.ports.sites}/${slug}${path}`)
    return { status: answer.status, html: await answer.text() }
  }
  return {
    ...project,
    visit,
    async sees(path, text, has = true) {
      await until(`${path} ${has ? 'with' : 'without'} ${text}`, async () => {
        const { html } = await visit(path)
        return html.includes(text) === has
      })
    },
  }
}
