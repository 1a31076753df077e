import type { FileCall, SiteFiles } from './siteFiles.ts'

const SHEET = /<link rel="stylesheet" href="\/([^"]{1,300}\.css)"/g
/** The folder of the stylesheets of packages. */
const PACKAGES = 'vendor/'

const sheetsIn = (text: string) => [...text.matchAll(SHEET)].flatMap(([, path]) => path ?? [])

/** Whether a page has the stylesheet of a package. */
export const hasPackageStyles = (text: string): boolean => sheetsIn(text).some((path) => path.startsWith(PACKAGES))

/** The stylesheets that the text of a page names, one after another; its own `<style>` is not among them. */
export async function stylesOfPage(files: SiteFiles, text: string, by: FileCall): Promise<string> {
  const sheets: string[] = []
  for (const path of new Set(['styles.css', ...sheetsIn(text)])) sheets.push((await files.read(path, by)) ?? '')
  return sheets.join('\n')
}
