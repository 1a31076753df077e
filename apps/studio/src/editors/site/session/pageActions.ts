import { errorText } from '@atelier/operation'
import { homePage, pages } from '@atelier/site'
import { operations } from './handles.ts'
import type { EditorSession } from './session.ts'
import * as strings from './strings.ts'

/** Makes a page and opens it; its id, or undefined if that was refused, which is shown. */
export async function addPage(session: EditorSession, title = strings.newPage): Promise<string | undefined> {
  const result = await session.run(operations.addPage, { title })
  const pageId = result.ok ? result.data?.pageId : undefined
  if (pageId !== undefined) session.openPage(pageId)
  return pageId
}

/** Copies a page, template or component and opens the copy. */
export async function duplicatePage(session: EditorSession, pageId: string, title: string): Promise<void> {
  const result = await session.run(operations.duplicatePage, { pageId, title })
  if (result.ok && result.data) session.openPage(result.data.pageId)
}

/** Makes a translation of a page and opens it; the sentence of what went wrong, or undefined. */
export async function translatePage(
  session: EditorSession,
  translation: { pageId: string; title: string; locale: string },
): Promise<string | undefined> {
  const result = await session.attempt(operations.duplicatePage, translation)
  if (result.ok && result.data) session.openPage(result.data.pageId)
  return errorText(result)
}

/** Deletes a page, and opens another one if it was open; the sentence of what went wrong, or undefined. */
export async function removePage(session: EditorSession, pageId: string): Promise<string | undefined> {
  const failure = errorText(await session.attempt(operations.deletePage, { pageId }))
  if (failure !== undefined) return failure
  const view = session.site.get()?.local.view
  if (view && session.state.get().documentId === pageId) {
    const next = [homePage(view), ...pages(view)].find((page) => page && page.id !== pageId)
    if (next) session.openPage(next.id)
  }
  return undefined
}
