import { documents, type PageEntry, readTree } from '@atelier/site'
import { type Static, Type } from 'typebox'
import type { CmsContext } from '../context/context.ts'
import { PageView, pageView } from '../pages/pages.ts'
import { SectionView, sectionViews } from '../sections/views.ts'
import type { Menu } from './menus.ts'
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
  const menu = await headerMenu(context, entry)
  const suggestion = menu && { label: entry.title, href: page.address, location: menu.location }
  const previewUrl = context.previewUrl?.(entry.id)
  return {
    page,
    sections,
    ...(previewUrl === undefined ? {} : { previewUrl }),
    ...(suggestion ? { navigationSuggestion: suggestion } : {}),
  }
}

/** The menu in the header of a page: its own, that of the parts around it, or else that of other pages. */
async function headerMenu(context: CmsContext, entry: PageEntry): Promise<Menu | undefined> {
  const parts = documents(context.site).filter(({ kind }) => kind !== 'page')
  for (const some of [[entry], parts]) {
    const found = (await readMenus(context, some)).find(({ location }) => location === 'header')
    if (found) return found
  }
  return (await readMenus(context)).find(({ location }) => location === 'header')
}
