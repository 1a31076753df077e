import type { ContentAffected } from '@atelier/agent'
import type { ChangedDocument } from '@atelier/documents'
import { isRecord } from '../model/json.ts'

type Change = Pick<ChangedDocument, 'documentId' | 'kind' | 'patches' | 'before' | 'after'>

/**
 * The content that a run, an edit or an undo has changed, for display; models and locales in alphabetical order. Folds
 * the patches of any number of documents; those of other kinds affect nothing here. Applied and undone at once is no
 * change.
 * @param modelOf the model of an entry's document, for what a branch writes to entries that it did not make
 */
export function affectedOf(
  documents: Iterable<Change>,
  modelOf: (documentId: string) => string | undefined = () => undefined,
): ContentAffected {
  const models = new Set<string>()
  const locales = new Set<string>()
  const branches = new Set<string>()
  let snapshotChanged = false
  let branchesChanged = false

  for (const { documentId, kind, patches, before, after } of documents) {
    if (patches.length === 0) continue
    if (kind === 'content') {
      snapshotChanged = true
      for (const { key } of patches)
        if (key.startsWith('term:')) addPresent(locales, key.slice(key.lastIndexOf('/') + 1))
    } else if (kind === 'entry') {
      addPresent(models, modelIn(after.get('entry') ?? before.get('entry')) ?? modelOf(documentId))
      for (const { key } of patches) addPresent(locales, localeIn(key))
    } else if (kind === 'branch') {
      branchesChanged = true
      const name = after.get('name') ?? before.get('name')
      if (typeof name === 'string') branches.add(name)
      for (const { key } of patches) {
        const slash = key.indexOf('/')
        const target = slash < 0 ? key : key.slice(0, slash)
        const created = modelIn(after.get(target) ?? before.get(target))
        if (slash >= 0) addPresent(locales, localeIn(key.slice(slash + 1)))
        if (slash >= 0 || created !== undefined) addPresent(models, created ?? modelOf(target))
      }
    }
  }
  const [branch, ...others] = branches
  return {
    models: [...models].sort(),
    locales: [...locales].sort(),
    snapshotChanged,
    branchesChanged,
    ...(branch !== undefined && others.length === 0 ? { branch } : {}),
  }
}

/** The content that several of them have affected together. */
export function joinAffected(parts: Iterable<ContentAffected>): ContentAffected {
  const all = [...parts]
  const branches = [...new Set(all.flatMap(({ branch }) => branch ?? []))]
  return {
    models: [...new Set(all.flatMap(({ models }) => models))].sort(),
    locales: [...new Set(all.flatMap(({ locales }) => locales))].sort(),
    snapshotChanged: all.some((part) => part.snapshotChanged),
    branchesChanged: all.some((part) => part.branchesChanged),
    ...(branches.length === 1 ? { branch: branches[0] } : {}),
  }
}

function addPresent(set: Set<string>, value: string | undefined): void {
  if (value !== undefined && value !== '') set.add(value)
}

/** The locale that a key of an entry belongs to: `en/title`, `*:status`. */
function localeIn(key: string): string | undefined {
  return /^([a-z]{2}(?:-[A-Z]{2})?|\*)[/:]/.exec(key)?.[1]
}

/** The model in the birth record of an entry. */
function modelIn(record: unknown): string | undefined {
  return isRecord(record) && typeof record.model === 'string' ? record.model : undefined
}
