import { pageAddress, pagePath } from '@atelier/site'
import { useQueries, useQuery } from '@tanstack/react-query'
import { use } from 'react'
import { contentQuery, entriesQuery } from '../../../api/content.ts'
import { useContent } from '../../session/context.ts'
import { sitePagesQuery } from '../../session/reads.ts'
import { FieldLocaleContext } from '../text/fieldLocale.ts'
import * as strings from './strings.ts'

/** Something on the site that a link can lead to. */
export interface LinkTarget {
  href: string
  label: string
  /** A page, or the name of the model of an entry. */
  kind: string
}

const MOST_MODELS = 12
const MOST_SHOWN = 8

/** The pages and entries whose name or address has the words. */
export function useLinkTargets(words: string): LinkTarget[] {
  const { project } = useContent()
  const locale = use(FieldLocaleContext)
  const wanted = words.trim().toLowerCase()
  const pages = useQuery(sitePagesQuery(project.id)).data ?? []
  const content = useQuery(contentQuery(project.id)).data
  const models = (content?.models ?? []).filter(({ route }) => route !== undefined).slice(0, MOST_MODELS)
  const main = content?.locales?.default
  const listed = useQueries({
    queries: models.map(({ id, fields }) =>
      entriesQuery(project.id, id, {
        search: words,
        ...(fields.some(({ name }) => name === 'slug') ? { columns: ['slug'] } : {}),
        ...(locale === undefined ? {} : { locale }),
      }),
    ),
  })
  const home = pages.find(({ slug }) => slug === 'index') ?? pages[0]
  const pageTargets = pages.flatMap((page) => {
    const path = pagePath(page, page.id === home?.id)
    const title = page.title === '' ? strings.homePage : page.title
    return path === undefined ? [] : [{ href: pageAddress(path), label: title, kind: strings.pageTarget }]
  })
  const entryTargets = models.flatMap((model, at) => {
    const isTranslated = locale !== undefined && locale !== main && model.locales.includes(locale)
    return (listed[at]?.data?.entries ?? []).flatMap(({ id, title, values }) => {
      const slug = typeof values.slug === 'string' && values.slug !== '' ? values.slug : id
      const parts = [isTranslated ? locale : '', model.route ?? '', slug]
      const path = pagePath({ slug: parts.filter((part) => part !== '').join('/') }, false)
      return path === undefined ? [] : [{ href: pageAddress(path), label: title, kind: model.name }]
    })
  })
  const found = pageTargets.filter(
    ({ href, label }) => label.toLowerCase().includes(wanted) || href.toLowerCase().includes(wanted),
  )
  // Half of each, where there are more of both than are shown.
  const shownPages = found.slice(0, Math.max(MOST_SHOWN / 2, MOST_SHOWN - entryTargets.length))
  return [...shownPages, ...entryTargets.slice(0, MOST_SHOWN - shownPages.length)]
}
