import { excerpt } from '@atelier/operation'
import { everyRule } from '../css/rules.ts'
import { sitePath } from '../media/resolve.ts'
import { mapCssUrls } from '../media/shown.ts'
import { sheetEntry } from '../sheet/records.ts'
import type { SiteFacts } from './facts.ts'
import type { Finding } from './finding.ts'
import { isFile } from './links.ts'

/** Files that stylesheets load and the site lacks: pictures, fonts. External URLs are never fetched. */
export function checkStyleFiles({ site, siteId: documentId }: SiteFacts): Finding[] {
  const findings: Finding[] = []
  const told = new Set<string>()
  for (const { sheet, selector, declarations } of everyRule(site)) {
    for (const { value } of declarations) {
      if (!/url\(|image-set\(/i.test(value)) continue
      mapCssUrls(value, (url) => {
        const { path: own, base } = sheetEntry(site, sheet) ?? {}
        const path = sitePath(url, `/${own ?? base ?? ''}`)
        if (path === undefined || path === '' || told.has(path) || isFile({ site }, path)) return undefined
        told.add(path)
        const shown = excerpt(url, 80)
        findings.push({
          code: 'broken-style-file',
          severity: 'error',
          message: `A rule uses ${shown}, but there is no such file.`,
          hint: 'Upload it, use one of the media, or remove the declaration.',
          documentId,
          selector,
          excerpt: `url(${shown})`,
        })
        return undefined
      })
    }
  }
  return findings
}
