import {
  createBranchDrafts,
  createEntry,
  deleteEntry,
  deleteModel,
  type EntryEdit,
  type FileChanges,
  type MetaEdit,
  type Model,
  newBranchName,
  openBranch,
  readEntry,
  readSchema,
  renameEntry,
  setConfig,
  setTerm,
  toFile,
  type ValueEdit,
  writeMeta,
  writeModel,
  writeValues,
} from '@atelier/content'
import { createOverlay, type Documents, type Draft, type DraftSet, equalJson, type Json } from '@atelier/documents'

export interface TakenIn {
  /** Values that are live now. */
  applied: number
  /** What people here have changed as well, on a branch to be reviewed. */
  conflicts: number
  /** The name of that branch. */
  branch?: string
}

export interface OutsideOptions {
  documents: Pick<Documents, 'transact'>
  projectId: string
  /** The document of models and settings; undefined before the content is set up. */
  contentDocumentId: string | undefined
  /** The document of an entry; undefined if there is none of that name. */
  findEntry(model: string, id: string): Promise<string | undefined>
  /** Whether somebody here has edited an entry since the state that the changes are made from. */
  editedSince(documentId: string): Promise<boolean>
  newId(): string
  now(): number
}

/** The origin of what a remote brings. */
const OUTSIDE = { kind: 'hand', userId: 'system' } as const

/**
 * Takes in what was changed elsewhere, in one commit: a value that nobody here has changed since is set; what both have
 * changed goes onto a branch of its own, where it is a conflict to be decided. If the content refuses the whole (two
 * entries with one unique value, a relation to nothing), all of it goes onto the branch.
 */
export async function takeIn(changes: FileChanges, options: OutsideOptions): Promise<TakenIn> {
  const { documents, projectId } = options
  const attempt = (allOnBranch: boolean) =>
    documents.transact({
      projectId,
      origin: OUTSIDE,
      changeSetId: options.newId(),
      label: 'Take in changes of the remote',
      async body(drafts) {
        const taken = await write(changes, drafts, { ...options, allOnBranch })
        return { result: taken, commit: taken.applied + taken.conflicts > 0 }
      },
    })
  const first = await attempt(false)
  if (first.ok) return first.result
  const second = await attempt(true)
  if (second.ok) return second.result
  throw new Error(`Changes of the remote could not be taken in: ${second.message}`)
}

async function write(
  changes: FileChanges,
  drafts: DraftSet,
  options: OutsideOptions & { allOnBranch: boolean },
): Promise<TakenIn> {
  const { newId, now, allOnBranch, contentDocumentId } = options
  const taken: TakenIn = { applied: 0, conflicts: 0 }
  /** The documents as they were where the changes began, as far as these touch them. */
  const bases = new Map<string, Draft>()
  const baseOf = async (id: string): Promise<Draft | undefined> => {
    const known = bases.get(id)
    const live = known ?? (await drafts.open(id))
    const base = known ?? (live && createOverlay(live))
    if (base) bases.set(id, base)
    return base
  }
  let opened: DraftSet | undefined
  const onBranch = (): DraftSet => {
    if (opened) return opened
    const id = newId()
    const name = newBranchName({ scope: 'fix', target: 'remote' }, now(), id)
    const draft = drafts.create(id, 'branch')
    openBranch(draft, { name, title: 'Changes of the remote', about: 'They were also changed here.' })
    taken.branch = name
    opened = createBranchDrafts(draft, { open: baseOf, create: (each, kind) => drafts.create(each, kind) })
    return opened
  }
  /** Does an edit live where it is `clean`, otherwise on the branch, over the state that it was made on. */
  const edit = async (id: string, clean: boolean, undo: (base: Draft) => void, act: (draft: Draft) => void) => {
    const live = clean && !allOnBranch ? await drafts.open(id) : undefined
    if (live) {
      act(live)
      taken.applied += 1
      return
    }
    const base = await baseOf(id)
    if (base) undo(base)
    const draft = await onBranch().open(id)
    if (draft) act(draft)
    taken.conflicts += 1
  }

  let schema = contentDocumentId === undefined ? undefined : await schemaOf(drafts, contentDocumentId)
  if (contentDocumentId !== undefined && schema) {
    for (const { name, base, value } of changes.config) {
      const current = memberOf(schema.config, name)
      if (equalJson(current, value)) continue
      const clean = equalJson(current, base)
      await edit(
        contentDocumentId,
        clean,
        (draft) => setConfig(draft, { [name]: base }),
        (draft) => setConfig(draft, { [name]: value }),
      )
    }
    for (const { id, base, value } of changes.models) {
      const model = schema.models.find((each) => each.id === id)
      const current = model && toFile(model)
      if (sameModel(current, value)) continue
      const put = (file: typeof value) => (draft: Draft) => (file ? writeModel(draft, file) : deleteModel(draft, id))
      await edit(contentDocumentId, sameModel(current, base), put(base), put(value))
    }
    for (const { key, locale, base, value } of changes.terms) {
      const current = schema.vocabulary[key]?.[locale]
      if (current === value) continue
      await edit(
        contentDocumentId,
        current === base,
        (draft) => setTerm(draft, key, locale, base),
        (draft) => setTerm(draft, key, locale, value),
      )
    }
    schema = await schemaOf(drafts, contentDocumentId)
  }
  for (const change of changes.entries) {
    const model = schema?.models.find(({ id }) => id === change.model)
    if (model) await editEntry(change, model)
  }
  return taken

  async function editEntry(change: EntryEdit, model: Model): Promise<void> {
    const id = await options.findEntry(model.id, change.from ?? change.id)
    if (id === undefined) {
      // Somebody here has deleted what was changed there: it stays deleted, and the change is in the history.
      if (change.state === 'added') makeEntry(change, model)
      return
    }
    if (change.state === 'deleted') {
      const clean = !(await options.editedSince(id))
      return edit(id, clean, () => {}, deleteEntry)
    }
    if (change.state === 'renamed') {
      const { from = change.id } = change
      await edit(
        id,
        true,
        (draft) => renameEntry(draft, from),
        (draft) => renameEntry(draft, change.id),
      )
    }
    const live = await drafts.open(id)
    const current = live && readEntry(live, model)
    for (const { locale, field, base, value } of change.values) {
      const now = current?.locales[locale]?.values[field]
      if (equalJson(now, value)) continue
      const put = (to: Json | undefined) => (draft: Draft) =>
        void writeValues(draft, model, locale, { [field]: to ?? null })
      await edit(id, equalJson(now, base), put(base), put(value))
    }
    for (const { locale, name, base, value } of change.meta) {
      const now = current?.locales[locale]?.meta[name]
      if (now === value) continue
      const put = (to: string | undefined) => (draft: Draft) => writeMeta(draft, locale, metaPatch(name, to))
      await edit(id, now === base || (now === undefined && base === undefined), put(base), put(value))
    }
  }

  function makeEntry(change: EntryEdit, model: Model): void {
    if (change.values.length === 0) return
    const id = newId()
    const draft = allOnBranch ? onBranch().create(id, 'entry') : drafts.create(id, 'entry')
    createEntry(draft, { model: model.id, id: change.id })
    for (const [locale, edits] of byLocale(change.values)) {
      const values = edits.map(({ field, value }) => [field, value ?? null] as const)
      writeValues(draft, model, locale, Object.fromEntries(values))
    }
    for (const { locale, name, value } of change.meta) writeMeta(draft, locale, metaPatch(name, value))
    if (allOnBranch) taken.conflicts += 1
    else taken.applied += 1
  }
}

const byLocale = (values: readonly ValueEdit[]) => Map.groupBy(values, ({ locale }) => locale)

const metaPatch = (name: MetaEdit['name'], value: string | undefined) => ({ [name]: value })

const sameModel = (one: object | undefined, other: object | undefined) =>
  JSON.stringify(one && sorted(one)) === JSON.stringify(other && sorted(other))

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  return Object.fromEntries(
    members.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, member]) => [name, sorted(member)]),
  )
}

async function schemaOf(drafts: DraftSet, contentDocumentId: string) {
  const draft = await drafts.open(contentDocumentId)
  return draft && readSchema(draft)
}

const memberOf = (config: object, name: string): Json | undefined =>
  Object.entries(config).find(([key]) => key === name)?.[1]
