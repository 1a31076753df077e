import { type ContentSchema, documentOfKey, entryIdentity, type Model } from '@atelier/content'
import type { DocumentCommit } from '@atelier/documents'

/** The sources of commits that are no edit of a user here: programs outside, and changes that follow from models. */
const open: ReadonlySet<DocumentCommit['source']> = new Set(['import', 'merge', 'migration', 'remove'])

/** The models with fields of types that are not known here: their entries are read and not written. */
export const closedModels = (schema: Pick<ContentSchema, 'models'> | undefined): ReadonlyMap<string, Model> =>
  new Map((schema?.models ?? []).flatMap((model) => (model.closedFields === undefined ? [] : [[model.id, model]])))

/**
 * Why a commit may not be made, where it edits a closed model or entries of one, live or on a branch.
 * @param under the models of the entries that branches of the commit write in, by document
 */
export function refuseClosed(
  { source, documents }: Pick<DocumentCommit, 'source' | 'documents'>,
  closed: ReadonlyMap<string, Model>,
  under: ReadonlyMap<string, string>,
): { code: string; message: string } | undefined {
  if (open.has(source)) return undefined
  for (const { kind, event, before, after, patches } of documents) {
    const ids =
      kind === 'entry'
        ? [entryIdentity(event === 'removed' ? before : after)?.model]
        : kind === 'branch'
          ? patches.map(({ key }) => under.get(documentOfKey(key) ?? key))
          : kind === 'content'
            ? patches.map(({ key }) => /^(?:model|field):([^/]+)/.exec(key)?.[1])
            : []
    const model = ids.map((id) => closed.get(id ?? '')).find((each) => each !== undefined)
    if (!model) continue
    const names = Object.keys(model.closedFields ?? {})
      .slice(0, 5)
      .join(', ')
    const message = `“${model.name}” has fields of a type that is not known here (${names}), so that it is read and not written.`
    return { code: 'model_closed', message }
  }
  return undefined
}
