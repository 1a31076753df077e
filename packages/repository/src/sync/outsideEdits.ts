import {
  createBranchDrafts,
  createEntry,
  deleteEntry,
  deleteModel,
  digestOf,
  type EntryEdit,
  type FileChanges,
  fieldOf,
  isLongText,
  type MetaEdit,
  type Model,
  mainLocale,
  newBranchName,
  openBranch,
  readBranch,
  readEntry,
  readSchema,
  readState,
  renameEntry,
  setConfig,
  setTerm,
  setTranslated,
  toFile,
  type ValueEdit,
  writeMeta,
  writeModel,
  writeValues,
} from '@atelier/content'
import {
  createOverlay,
  type Documents,
  type Draft,
  type DraftSet,
  equalJson,
  type Json,
  type View,
} from '@atelier/documents'
import { type PublishedHere, publishOutside } from './publishOutside.ts'

export interface TakenIn {
  /** Values that are live now. */
  applied: number
  /** Changes that conflict with edits made here, on a branch to be reviewed. */
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
  /** Whether an entry was edited here since the base of the changes. */
  editedSince(documentId: string): Promise<boolean>
  /** The open branch that the changes are of, made as `opens` says if there is none; they are of the content when absent. */
  onto?: { id: string; opens?: { name: string; title: string; about: string } }
  /** The published values here; edits of the content's own branch are published as they were committed. */
  published?: PublishedHere
  newId(): string
  now(): number
}

/** The origin of what a remote brings. */
const OUTSIDE = { kind: 'hand', userId: 'system' } as const

/**
 * Takes in what was changed elsewhere, in one commit: a value that was not changed here since is set; what both have changed goes onto a
 * branch of its own, where it is a conflict to be decided. On a branch (`onto`), what the content has changed and the branch has not is
 * a value of the branch, and a conflict when that is merged. If the content refuses the whole (two entries with one unique value, a
 * relation to nothing), all of it goes onto the branch.
 */
export async function takeIn(changes: FileChanges, options: OutsideOptions): Promise<TakenIn> {
  const { documents, projectId } = options
  const attempt = (allOnBranch: boolean) =>
    documents.transact({
      projectId,
      origin: OUTSIDE,
      changeSetId: options.newId(),
      source: 'merge',
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
  const { newId, now, allOnBranch, contentDocumentId, onto } = options
  const taken: TakenIn = { applied: 0, conflicts: 0 }
  const branch = onto && (await openOnto(drafts, onto))
  if (onto && !branch) return taken
  /** The present state of the changed document. */
  const live = branch ? createBranchDrafts(branch, drafts) : drafts
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
  const overBases = branch && createBranchDrafts(branch, { open: baseOf, create: live.create })
  /** Does an edit live where it is `clean`, otherwise on a branch, over the state that it was made on. */
  const edit = async (id: string, clean: boolean, undo: (base: Draft) => void, act: (draft: Draft) => void) => {
    const current = clean && !allOnBranch ? await live.open(id) : undefined
    if (current) {
      act(current)
      taken.applied += 1
      return
    }
    const base = await baseOf(id)
    if (base) undo(base)
    const same =
      branch && base && !allOnBranch && !isWritten(branch, id, base, act) ? await overBases?.open(id) : undefined
    if (same) {
      act(same)
      taken.applied += 1
      return
    }
    const draft = await onBranch().open(id)
    if (draft) act(draft)
    taken.conflicts += 1
  }

  let schema = contentDocumentId === undefined ? undefined : await schemaOf(live, contentDocumentId)
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
    schema = await schemaOf(live, contentDocumentId)
  }
  for (const change of changes.entries) {
    const model = schema?.models.find(({ id }) => id === change.model)
    if (model) await editEntry(change, model)
  }
  return taken

  async function editEntry(change: EntryEdit, model: Model): Promise<void> {
    const name = change.from ?? change.id
    const id = (branch && entryOn(branch, model.id, name)) ?? (await options.findEntry(model.id, name))
    if (id === undefined) {
      // Somebody here has deleted what was changed there: it stays deleted, and the change is in the history.
      if (change.state === 'added') makeEntry(change, model)
      return
    }
    if (change.state === 'deleted') {
      const clean = !(await options.editedSince(id))
      if (clean || !branch) return edit(id, clean, () => {}, deleteEntry)
      // The branch keeps what was edited here; what was deleted there is decided on.
      const draft = await onBranch().open(id)
      if (draft) deleteEntry(draft)
      taken.conflicts += 1
      return
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
    const opened = await live.open(id)
    const current = opened && readEntry(opened, model)
    const applied = taken.applied
    const accepted: ValueEdit[] = []
    for (const each of change.values) {
      const { locale, field, base, value } = each
      const now = current?.locales[locale]?.values[field]
      const { conflicts } = taken
      if (equalJson(now, value)) {
        accepted.push(each)
        continue
      }
      const isText = [base, value, now].every((each) => typeof each === 'string') && !equalJson(now, base)
      if (opened && isText && isLongText(fieldOf(model, field)?.definition.type)) {
        await editText(id, paragraphsOf(opened, model, locale, field, { base, value }))
      } else {
        const put = (to: Json | undefined) => (draft: Draft) =>
          void writeValues(draft, model, locale, { [field]: to ?? null })
        await edit(id, equalJson(now, base), put(base), put(value))
      }
      if (taken.conflicts === conflicts) accepted.push(each)
    }
    if (opened && taken.applied > applied) noteSources(opened, model, change.values)
    for (const { locale, name, base, value } of change.meta) {
      const now = current?.locales[locale]?.meta[name]
      if (now === value) continue
      const put = (to: string | undefined) => (draft: Draft) => writeMeta(draft, locale, metaPatch(name, to))
      await edit(id, now === base || (now === undefined && base === undefined), put(base), put(value))
    }
    if (branch || allOnBranch || !opened || !schema || !options.published) return
    const isPublished = change.meta.flatMap(({ locale, name, value }) =>
      name === 'status' && value === 'published' ? locale : [],
    )
    const outside = { documentId: id, draft: opened, edits: accepted, isPublished }
    const published = await publishOutside(outside, model, schema, options.published)
    // Published by others is what was written here already.
    if (published > 0 && taken.applied === applied) taken.applied += published
  }

  /** Sets those paragraphs that were not changed here since; the others are conflicts. */
  async function editText(id: string, patches: readonly Paragraph[]): Promise<void> {
    const put = (own: readonly Paragraph[], side: 'before' | 'after') => (draft: Draft) => {
      for (const { key, [side]: text } of own) {
        if (text !== undefined) draft.set(key, text)
        else if (draft.has(key)) draft.delete(key)
      }
    }
    const isClean = ({ now, before }: Paragraph) => equalJson(now, before)
    for (const clean of [true, false]) {
      const own = patches.filter((patch) => isClean(patch) === clean)
      if (own.length > 0) await edit(id, clean, put(own, 'before'), put(own, 'after'))
    }
  }

  /** A translation made elsewhere was made from the text that is the source now. */
  function noteSources(draft: Draft, model: Model, values: readonly ValueEdit[]): void {
    const main = schema && mainLocale(model, schema.config)
    const source = main === undefined ? undefined : readEntry(draft, model).locales[main]
    for (const locale of new Set(values.map((each) => each.locale)))
      if (source && locale !== main) setTranslated(draft, locale, digestOf(source.values))
  }

  function makeEntry(change: EntryEdit, model: Model): void {
    if (change.values.length === 0) return
    const id = newId()
    const draft = allOnBranch ? onBranch().create(id, 'entry') : live.create(id, 'entry')
    createEntry(draft, { model: model.id, id: change.id })
    for (const [locale, edits] of byLocale(change.values)) {
      const values = edits.map(({ field, value }) => [field, value ?? null] as const)
      writeValues(draft, model, locale, Object.fromEntries(values))
    }
    noteSources(draft, model, change.values)
    for (const { locale, name, value } of change.meta) writeMeta(draft, locale, metaPatch(name, value))
    if (allOnBranch) taken.conflicts += 1
    else taken.applied += 1
  }
}

/** The open branch that changes are of; undefined if it is closed. */
async function openOnto(drafts: DraftSet, { id, opens }: NonNullable<OutsideOptions['onto']>) {
  const known = await drafts.open(id)
  if (known || !opens) return known && readState(known) === 'open' ? known : undefined
  const draft = drafts.create(id, 'branch')
  openBranch(draft, opens)
  return draft
}

/** Whether a branch has a value of its own at a key of a document that an edit writes. */
function isWritten(branch: Draft, id: string, base: View, act: (draft: Draft) => void): boolean {
  const keys = new Set<string>()
  const seen = createOverlay(base)
  const note = (key: string) => void keys.add(key)
  act({
    ...seen,
    set(key, value) {
      note(key)
      seen.set(key, value)
    },
    delete(key) {
      note(key)
      seen.delete(key)
    },
  })
  const values = readBranch(branch).documents.get(id)?.values
  return [...keys].some((key) => values?.has(key))
}

/** The document of an entry that a branch makes, or calls so. */
function entryOn(branch: View, model: string, id: string): string | undefined {
  for (const { documentId, created, values } of readBranch(branch).documents.values()) {
    const renamed = values.get('id')?.value
    if (renamed === id || (renamed === undefined && created?.model === model && created.id === id)) return documentId
  }
  return undefined
}

/** A paragraph that the other side has changed: as it was, as it is there, and as it is here. */
interface Paragraph {
  key: string
  before: Json | undefined
  after: Json | undefined
  now: Json | undefined
}

/** The paragraphs of a long text that differ between two states of the other side, under the keys that they have here. */
function paragraphsOf(
  live: Draft,
  model: Model,
  locale: string,
  field: string,
  { base, value }: { base: Json | undefined; value: Json | undefined },
): Paragraph[] {
  const was = createOverlay(live)
  writeValues(was, model, locale, { [field]: base ?? null })
  const theirs = createOverlay(was)
  writeValues(theirs, model, locale, { [field]: value ?? null })
  return theirs.patches().flatMap(({ key, before, after }) => {
    const now = live.get(key)
    return equalJson(now, after) ? [] : [{ key, before, after, now }]
  })
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
