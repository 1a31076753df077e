import type { Static } from 'typebox'
import type { Meta } from './pages.ts'

/** The settings of a page as the site takes them; undefined if none is given. */
export function pageSettingsInput({ indexing, meta = {} }: { indexing?: boolean; meta?: Static<typeof Meta> }):
  | {
      noindex?: boolean
      metaTitle?: string | null
      description?: string | null
      ogImage?: string | null
    }
  | undefined {
  const { title, description, image } = meta
  const settings = {
    ...(indexing === undefined ? {} : { noindex: !indexing }),
    ...(title === undefined ? {} : { metaTitle: title }),
    ...(description === undefined ? {} : { description }),
    ...(image === undefined ? {} : { ogImage: image }),
  }
  return Object.keys(settings).length > 0 ? settings : undefined
}
