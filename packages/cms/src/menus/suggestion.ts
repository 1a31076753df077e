import { type PageEntry, readTree } from '@atelier/site'
import { type Static, Type } from 'typebox'
import type { CmsContext } from '../context/context.ts'
import { PageView, pageView } from '../pages/pages.ts'
import { SectionView, sectionViews } from '../sections/views.ts'
import { readMenus } from './read.ts'

/** A new page as results describe it, with the item that would lead to it. */
export const PageMade = Type.Object({
  page: PageView,
  sections: Type.Array(SectionView),
  /** Where a person who is signed in sees it before it is online. */
  previewUrl: Type.Optional(Type.String()),
  navigationSuggestion: Type.Optional(
    Type.Object({ label: Type.String(), href: Type.String(), location: Type.String() }),
  ),
})

export async function pageMade(context: CmsContext, entry: PageEntry): Promise<Static<typeof PageMade>> {
  const page = pageView(context, entry)
  const draft = await context.drafts.open(entry.id)
  const sections = draft ? await sectionViews(context, readTree(draft), true) : []
  const menu = (await readMenus(context)).find(({ location }) => location === 'header')
  const suggestion = menu && { label: entry.title, href: page.address, location: menu.location }
  const previewUrl = context.previewUrl?.(entry.id)
  return {
    page,
    sections,
    ...(previewUrl === undefined ? {} : { previewUrl }),
    ...(suggestion ? { navigationSuggestion: suggestion } : {}),
  }
}
