import { settings } from '../document/pages.ts'
import { nodeAttribute } from '../document/tree.ts'
import { pageSettings, siteSettings } from '../publish/settings.ts'
import type { PageCheck } from './facts.ts'

/** Pages whose head lacks the language, the title or the description. */
export const checkHead: PageCheck = function* ({ entry, page, site }, add) {
  yield
  if (entry.kind !== 'page') return
  const own = pageSettings(site, entry.id)
  const head = page.head === '' ? [] : [...page.walk(page.head)]
  const html = page.html === '' ? undefined : page.anyNode(page.html)
  const { language } = settings(site)
  const at = { nodeId: page.root }
  const isSaid = typeof language === 'string' && language.trim() !== ''
  if (!own.language && !isSaid && !(html && nodeAttribute(html, 'lang')?.trim())) {
    const hint = 'Set the language in the settings of the site or of the page, such as "en".'
    add({ code: 'missing-language', severity: 'error', message: 'The page does not say its language.', hint, ...at })
  }
  const title = head.some(({ tag, id }) => tag === 'title' && page.children(id).some(({ text }) => text.trim() !== ''))
  if (entry.title.trim() === '' && !own.metaTitle && !title) {
    const hint = 'Name it with renamePage.'
    add({ code: 'missing-title', severity: 'error', message: 'The page has no title.', hint, ...at })
  }
  const described = head.some(
    (node) =>
      node.tag === 'meta' &&
      nodeAttribute(node, 'name')?.toLowerCase() === 'description' &&
      nodeAttribute(node, 'content')?.trim(),
  )
  if (!own.description && !siteSettings(site).metaDescription && !described) {
    const hint = 'Write one or two sentences in the settings of the page; search engines show them.'
    add({ code: 'missing-description', severity: 'note', message: 'The page has no description.', hint, ...at })
  }
}
