import { renderRelease, type SiteSource } from './release.ts'

/**
 * One page as visitors would see it, with its stylesheets inlined, for a separate preview. Undefined if the site
 * does not list it or has no content for it.
 */
export async function renderPreview(source: SiteSource, pageId: string): Promise<string | undefined> {
  const { files, record } = await renderRelease(source, { only: pageId })
  const path = record.pages[pageId]?.path
  const texts = new Map(files.flatMap((file) => ('text' in file ? [[file.path, file.text] as const] : [])))
  const html = path === undefined ? undefined : texts.get(path)
  return html?.replace(/<link rel="stylesheet" href="\/([^"]+)">/g, (link, href: string) => {
    const css = texts.get(decodeURIComponent(href))
    return css === undefined ? link : `<style>\n${css}\n</style>`
  })
}
