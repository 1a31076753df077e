import type { View } from '@atelier/documents'
import type { Steps } from '@atelier/operation'
import { page as pageEntry } from '../document/pages.ts'
import type { PageTree } from '../document/tree.ts'
import { checkBlanks } from './blanks.ts'
import { checkContrast } from './contrast.ts'
import { type PageCheck, pageFacts, type SiteFacts, siteFacts } from './facts.ts'
import type { Finding } from './finding.ts'
import { checkForms } from './forms.ts'
import { checkHead } from './head.ts'
import { checkHeadings } from './headings.ts'
import { checkIds } from './ids.ts'
import { checkImages } from './images.ts'
import { checkLinks } from './links.ts'
import { checkNames } from './names.ts'
import { checkStylesheets, checkStyling } from './styles.ts'
import { checkWeight } from './weight.ts'

/** The checks of a document, in the order in which their findings are listed. */
const checks: readonly PageCheck[] = [
  checkLinks,
  checkForms,
  checkImages,
  checkBlanks,
  checkNames,
  checkContrast,
  checkHeadings,
  checkHead,
  checkIds,
  checkStyling,
  checkWeight,
]

/** The maximum number of findings of one check for one document. */
const LISTED = 100

export interface Audited {
  site: View
  /** The id of the site's document, which findings about the stylesheet name. */
  siteId: string
  tree(documentId: string): PageTree | undefined
}

/**
 * The findings that the documents of a site show by themselves: external URLs are never fetched, and findings that need
 * a rendering (overflow) come from `overflowFindings`. A pure function of the documents; `inSlices` runs it.
 * @param documentIds default: all documents of the site
 */
export function* auditDocuments(audited: Audited, documentIds?: readonly string[]): Steps<Finding[]> {
  return yield* auditThese(factsOf(audited), documentIds)
}

/** The same, plus the findings of the stylesheets and tokens as a whole. */
export function* auditSite(audited: Audited): Steps<Finding[]> {
  const facts = factsOf(audited)
  const found = yield* auditThese(facts)
  return [...found, ...(yield* checkStylesheets(facts))]
}

/** The findings of only the stylesheets and tokens. */
export const auditStyles = (audited: Audited): Steps<Finding[]> => checkStylesheets(factsOf(audited))

const factsOf = ({ site, siteId, tree }: Audited) => siteFacts(site, siteId, tree)

function* auditThese(facts: SiteFacts, ids: readonly string[] = facts.all.map(({ id }) => id)): Steps<Finding[]> {
  const found: Finding[] = []
  for (const id of ids) found.push(...(yield* auditOne(facts, id)))
  return found
}

function* auditOne(facts: SiteFacts, documentId: string): Steps<Finding[]> {
  const entry = pageEntry(facts.site, documentId)
  const page = entry && facts.tree(documentId)
  if (!entry || !page || page.root === '') return []
  const known = yield* pageFacts(facts, entry, page)
  const all: Finding[] = []
  for (const check of checks) {
    const found: Finding[] = []
    yield* check(known, (finding) => {
      if (found.length < LISTED) found.push({ ...finding, documentId })
    })
    all.push(...found)
  }
  return all
}
