import type { DocumentKind, Patch, View } from '@atelier/documents'
import { pages, siteName } from '../document/pages.ts'
import { pageLines } from './page.ts'
import { siteLines } from './site.ts'

export interface ChangeLine {
  kind: 'added' | 'removed' | 'changed'
  /**
   * `section`, `element`, `text`, `attribute`, `class`, `move`, `label`, `page`, `rule`, `declaration`, `setting`; `picture`,
   * `file`, `script`, `style asset`, `package`, `colour`, `font`, `font token`, `scale`, `stylesheet`, `redirect`.
   */
  what: string
  /** The node, page or rule to show. */
  target?: string
  /** Names the thing for a person. */
  label: string
  before?: string
  after?: string
}

export interface DocumentChanges {
  documentId: string
  title: string
  lines: ChangeLine[]
}

export interface ChangedDocument {
  documentId: string
  kind: DocumentKind
  patches: readonly Patch[]
  /** The document without the changes, and with them. */
  before: View
  after: View
}

/** What a change set did, in lines that a person can read; documents without a visible change are left out. */
export function describeChanges(documents: readonly ChangedDocument[]): DocumentChanges[] {
  const titles = new Map<string, string>()
  for (const { kind, before, after } of documents) {
    if (kind === 'site')
      for (const view of [before, after]) for (const { id, title } of pages(view)) titles.set(id, title)
  }
  return documents.flatMap(({ documentId, kind, patches, before, after }) => {
    if (kind === 'part') return []
    const keys = patches.map(({ key }) => key)
    const lines = kind === 'site' ? siteLines(keys, before, after) : pageLines(keys, before, after)
    const title = kind === 'site' ? siteName(after) : (titles.get(documentId) ?? 'Page')
    return lines.length > 0 ? [{ documentId, title, lines }] : []
  })
}

/** A value on one line, short enough for a list. */
export function excerpt(text: string, length = 120): string {
  const line = text.trim().replace(/\s+/g, ' ')
  return line.length > length ? `${line.slice(0, length - 1)}…` : line
}
