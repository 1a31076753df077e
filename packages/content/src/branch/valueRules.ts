import type { Json } from '@atelier/documents'
import { SUBMISSION } from '../context/services.ts'
import { checkEntryValue } from '../entry/documentTypes.ts'
import { checkContentValue } from '../model/contentDocument.ts'
import { entryIdPattern } from '../model/names.ts'
import type { Branch, BranchDocument } from './branchDocument.ts'
import { ENTRY_MARK } from './marks.ts'

/** The forms of the values in one document of a branch, and the capabilities that merging them asks for. */
export interface DocumentRules {
  /** Returns what is wrong with a value as a sentence, or undefined. @param value undefined deletes the key */
  accepts(key: string, value: Json | undefined): string | undefined
  /** The capability besides `content.review` that a merger of the key needs; undefined if none. */
  capability(key: string): 'content.model' | undefined
}

/** Why a branch may not be merged. */
export interface RefusedValue {
  code: 'invalid_branch' | 'not_allowed'
  message: string
}

const meta = new Set(['approved_by', 'version', 'published'])

const entryRules: DocumentRules = {
  accepts(key, value) {
    if (key === 'entry') return 'The model of an entry stays as it is.'
    if (value === undefined) return undefined
    if (key === ENTRY_MARK) return value === true ? undefined : 'An entry is deleted or it is not.'
    if (key === 'id') return typeof value === 'string' && entryIdPattern.test(value) ? undefined : 'This is no id.'
    if (key === SUBMISSION) return typeof value === 'string' ? undefined : 'This is no submission.'
    const colon = key.indexOf(':')
    if (colon > 0 && !key.includes('/') && meta.has(key.slice(colon + 1)) && typeof value === 'string') return undefined
    return checkEntryValue(key, value)
  },
  capability: () => undefined,
}

export const contentRules: DocumentRules = {
  accepts: (key, value) => checkContentValue(key, value),
  // Terms and saved lists may be written with the capability to write; all else is written by operations that need it.
  capability: (key) => (key.startsWith('term:') || key.startsWith('list:') ? undefined : 'content.model'),
}

/** The rules of a document of the branch: that of the models, or else an entry's. */
export const rulesOf = (documentId: string, contentDocumentId: string | undefined): DocumentRules =>
  documentId === contentDocumentId ? contentRules : entryRules

/** A key that a merge sets, and its value; undefined deletes it. */
export type MergedValue = readonly [key: string, value: Json | undefined]

/** Checks values before they are merged by a caller with these capabilities. @param capabilities undefined for all */
export function refuseValues(
  documentId: string,
  values: Iterable<MergedValue>,
  { contentDocumentId, capabilities }: MergeCaller,
): RefusedValue | undefined {
  const { accepts, capability } = rulesOf(documentId, contentDocumentId)
  for (const [key, value] of values) {
    const wrong = accepts(key, value)
    if (wrong !== undefined) {
      const message = `The branch cannot be merged: ${key.slice(0, 100)} of ${documentId}: ${wrong}`
      return { code: 'invalid_branch', message }
    }
    const needed = capability(key)
    if (needed !== undefined && capabilities?.has(needed) === false) {
      const message = `The branch changes models or settings (${key.slice(0, 100)}). Merging it needs ${needed}.`
      return { code: 'not_allowed', message }
    }
  }
  return undefined
}

export interface MergeCaller {
  contentDocumentId: string | undefined
  /** Undefined where nothing is restricted. */
  capabilities?: ReadonlySet<string> | undefined
}

/** As `refuseValues`, of all that a branch holds. */
export function refuseBranch({ documents }: Branch, caller: MergeCaller): RefusedValue | undefined {
  for (const { documentId, values } of documents.values()) {
    const refused = refuseValues(documentId, valuesOf(values), caller)
    if (refused) return refused
  }
  return undefined
}

const valuesOf = (values: BranchDocument['values']): MergedValue[] =>
  [...values].map(([key, { value }]) => [key, value])
