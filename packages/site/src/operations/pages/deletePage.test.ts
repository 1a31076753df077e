import { createMemoryView, createOverlay, type Draft } from '@atelier/documents'
import { expect, test } from 'vitest'
import { createTestProject, type TestProject } from '../../../testing/project.ts'
import type { SiteContext } from '../../context/context.ts'
import { deletePage } from './deletePage.ts'

function contextOf({ site, pages, editor, newId }: TestProject): SiteContext {
  const drafts = {
    open: async (id: string): Promise<Draft | undefined> => pages.get(id),
    create: () => createMemoryView(),
  }
  return { actor: { kind: 'agent', userId: 'u' }, now: () => 0, newId, site: createOverlay(site), drafts, editor }
}

test('names the page that is deleted, with how much on it, and what takes its place', async () => {
  const project = createTestProject()
  const home = project.addPage('<main><h1>Home</h1></main>')
  expect(await deletePage.consequence(contextOf(project), { pageId: home.pageId })).toBeUndefined()
  const about = project.addPage('<main><h1>About <b>us</b></h1></main>', { title: 'About', slug: 'about' })
  expect(await deletePage.consequence(contextOf(project), { pageId: about.pageId })).toEqual({
    message: 'Delete the page “About” (/about) with its 3 elements. Undoing this brings it back.',
    target: 'About (/about)',
    documentIds: [about.pageId],
  })
  expect(await deletePage.consequence(contextOf(project), { pageId: home.pageId })).toMatchObject({
    message:
      'Delete the page “Home” (/) with its 2 elements. “About” becomes the home page. Undoing this brings it back.',
  })
  expect(await deletePage.consequence(contextOf(project), { pageId: 'none' })).toBeUndefined()
  const ofRun: SiteContext = { ...contextOf(project), actor: { kind: 'agent', userId: 'u', runId: 'r' } }
  expect((await deletePage.consequence(ofRun, { pageId: about.pageId }))?.message).toMatch(/Undoing the run brings/)
})
