import type { PageEntry, Template } from './pages.ts'

/** The purpose of a document, in a few words. */
export function summaryOf({ id, kind, slug, template }: PageEntry, home: string | undefined): string {
  if (kind === 'component') return 'Component'
  if (template) return templateSummary(template)
  return id === home ? 'Home page' : `Page at /${slug}`
}

function templateSummary({ target }: Template): string {
  if (target.kind === 'everywhere') return 'Template around all pages'
  if (target.kind === 'notFound') return 'Template of the page that is shown for unknown addresses'
  return `Template for entries of ${target.tableSlugs.join(', ')}`
}
