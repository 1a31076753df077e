import type { ContentModel, ContentView } from '../../context/content.ts'
import type { SiteContext } from '../../context/context.ts'
import { type ContentShelf, createContentShelf } from '../../loop/contentShelf.ts'

/** The collections whose entries can have pages; undefined if they are not known, as in a tab. */
export async function postTypesOf({ services }: Pick<SiteContext, 'services'>): Promise<ContentModel[] | undefined> {
  if (!services) return undefined
  const content = await services.content?.describe()
  return content ? [...content.models] : []
}

/** The collections of the project and their entries; undefined if there are none, or they are not known. */
export async function contentShelf({ services }: Pick<SiteContext, 'services'>): Promise<ContentShelf | undefined> {
  const service = services?.content
  const content = await service?.describe()
  // Nothing of it is shown here, so that no Markdown is read.
  return content && service && createContentShelf({ ...content, load: service.load, markdown: (text) => text })
}

/**
 * The collections of the project without their entries, for checks; undefined if there are none, or they are not known.
 */
export async function shownContent(context: Pick<SiteContext, 'services'>): Promise<ContentView | undefined> {
  return (await contentShelf(context))?.view
}
