import type { ChangeLine, RunChanges } from '@atelier/api'
import { plural } from './summary.ts'

type DocumentChanges = RunChanges['documents'][number]

/** The changes of one document, with its title if it is a page. */
export interface ListedDocument extends DocumentChanges {
  page: string | undefined
}

/**
 * Pages first, since they are what users look at; otherwise in the given order.
 * @param pageTitle the title of a page by its document's id; undefined for a document that is no page
 */
export function listDocuments(
  documents: readonly DocumentChanges[],
  pageTitle: (documentId: string) => string | undefined,
): ListedDocument[] {
  return documents
    .map((document) => ({ ...document, page: pageTitle(document.documentId) }))
    .sort((a, b) => Number(a.page === undefined) - Number(b.page === undefined))
}

/** “3 changes in 2 documents”, and whether they are undone. */
export function changesInWords({ documents, state }: Pick<RunChanges, 'documents' | 'state'>): string {
  const total = documents.reduce((sum, { lines }) => sum + lines.length, 0)
  const undone = state === 'undone' ? ', undone' : ''
  return `${plural(total, 'change')} in ${plural(documents.length, 'document')}${undone}`
}

/** The longest content, in lines, that is unfolded from the start. */
const longestOpen = 12

export interface ChangeContent {
  before: string
  after: string
  /** How it is shown: not at all, as it is, or as a difference by words or by lines. */
  as: 'nothing' | 'text' | 'words' | 'lines'
  open: boolean
}

/** The content of a change before and after, and how it is shown. */
export function changeContent({ kind, before = '', after = '' }: ChangeLine): ChangeContent {
  const text = before + after
  if (text === '') return { before, after, as: 'nothing', open: false }
  const as = kind !== 'changed' ? 'text' : text.includes('\n') ? 'lines' : 'words'
  return { before, after, as, open: text.split('\n').length <= longestOpen }
}
