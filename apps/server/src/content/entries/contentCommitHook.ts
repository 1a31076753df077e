import {
  affectedOf,
  type ContentSchema,
  changedModels,
  changesValues,
  type DerivedEntry,
  type DerivedKey,
  deriveEntry,
  entryIdentity,
  type Finding,
  isErased,
  lackingFor,
  modelsPublishedAnew,
  needsLast,
  readSchema,
  readValueKey,
} from '@atelier/content'
import type { Beside, CommittedDocument, Derived, DocumentCommit } from '@atelier/documents'
import { createRests, inSlices, type Steps } from '@atelier/operation'
import {
  type AllContentProjects,
  type ContentProject,
  contentTopic,
  FOLLOWS,
  type FoundProject,
  REPOSITORY_TOPIC,
} from '@atelier/repository'
import { type Database, type Expectation, type Query, rowsOf } from '@atelier/streams'
import { branchRow } from '../branches/branchRow.ts'
import { branchTargets } from '../branches/branchTargets.ts'
import { STALE_TOPIC } from '../projects/changes.ts'
import { inParts } from '../rows/inParts.ts'
import { type LastRow, readLastRows } from '../rows/lastRows.ts'
import { type ContentStatements, createContentStatements } from '../rows/statements.ts'
import { decisionsIn } from '../rows/submissionDecisions.ts'
import { commitEvents } from '../webhooks/commitEvents.ts'
import { createOutbox } from '../webhooks/outbox.ts'
import { closedModels, refuseClosed } from './closedModels.ts'
import { followers, nameBefore, nameTakenAway, newName } from './entryNames.ts'

/** Why a commit on content was refused. */
export const CONTENT_REFUSED = {
  moved: 'content_moved',
  unique: 'not_unique',
  named: 'id_taken',
  relation: 'broken_relation',
  referenced: 'referenced',
  closed: 'model_closed',
} as const

/** Entries that one statement marks as stale. */
const MARKED_AT_ONCE = 1_000

type Checked = Expectation & { message: string }

/**
 * Derives the rows of content from each commit on its documents, from every writer: the settled state of entries, their
 * unique values and references, their words, the state of branches, and the log of changes.
 *
 * Facts that only other entries hold are expected of the database, under the lock of the project's row. Where it does
 * not hold a call is refused and names the other entry; a tab's edit and an undo are kept, and the locale is not settled
 * by them.
 */
export function createContentCommitHook({
  database,
  projects,
  now,
  newId,
}: {
  database: Database
  projects: AllContentProjects
  now(): number
  newId(): string
}): Beside {
  const statements = createContentStatements(database)
  const outbox = createOutbox(database)

  /** By document, the models of the entries that a branch writes in. */
  async function modelsUnder(documents: readonly CommittedDocument[], projectId: string): Promise<Map<string, string>> {
    const ids = new Set<string>()
    for (const { kind, patches } of documents)
      if (kind === 'branch') for (const { key } of patches) ids.add(readValueKey(key)?.documentId ?? key)
    const rows = ids.size === 0 ? [] : await database.read(rowsOf(statements.modelsOf(projectId, [...ids])))
    return new Map(rows.map(({ document_id, model_id }) => [document_id, model_id]))
  }

  /** The reason why a person may not make this commit; an edit, an undo and a redo are judged alike. */
  async function refusal({ projectId, documents, capabilities, origin }: DocumentCommit, project?: FoundProject) {
    if (!capabilities) return undefined
    const branches = documents.flatMap(({ kind, documentId }) => (kind === 'branch' ? [documentId] : []))
    const own = branches.length === 0 ? [] : await database.read(rowsOf(statements.opened(projectId, branches)))
    const workflow = project?.schema?.config.workflow ?? 'auto-merge'
    const isOwnBranch = (id: string) => own.some((row) => row.id === id && row.created_by === origin.userId)
    const lacks = lackingFor(documents, { capabilities, workflow, isOwnBranch })
    return lacks && { code: 'not_allowed', message: `This changes content in a way that needs ${lacks}.` }
  }

  /** By branch that is changed after its merge was scheduled, when it would have been merged. */
  async function endedSchedules(projectId: string, documents: readonly CommittedDocument[]) {
    const changed = documents.flatMap(({ kind, documentId, patches }) =>
      kind === 'branch' && patches.some(({ key }) => changesValues(key)) ? [documentId] : [],
    )
    const rows = changed.length === 0 ? [] : await database.read(rowsOf(statements.scheduled(projectId, changed)))
    return new Map(rows.map(({ id, merge_at }) => [id, merge_at ?? undefined]))
  }

  /** In parts, since one statement would hold up others for all of them. */
  async function markStale(projectId: string, model: string): Promise<Query[]> {
    const names = await database.read(rowsOf(statements.names(projectId, model)))
    const bounds = names.filter((_, at) => at > 0 && at % MARKED_AT_ONCE === 0).map(({ entry_id }) => entry_id)
    return [undefined, ...bounds].map((from, at) => statements.markStale(projectId, model, from, bounds[at]))
  }

  return async (commit) => {
    const { projectId, documents } = commit
    const shell = documents.find(({ kind }) => kind === 'content')
    const project = await projects.findAny(projectId)
    // The documents of a project that is being deleted.
    if (!project && (!shell || shell.event === 'removed')) return {}
    const after = schemaAfter(project, shell)
    const closed = closedModels(project?.schema)
    const under = closed.size > 0 ? await modelsUnder(documents, projectId) : undefined
    const refuse = documents.some(bringsErasedBack)
      ? ERASED
      : ((await refusal(commit, project)) ?? (under && refuseClosed(commit, closed, under)))
    if (refuse) return { refuse }
    const expect: Checked[] = [
      ...advance(statements, commit, project, shell, after),
      ...branchTargets(statements, commit),
    ]
    const rows: Query[] = []
    const following = followers(commit)
    const at = now()
    let stale = false
    if (shell && project) {
      const anew = modelsPublishedAnew(project.schema, after)
      const models = new Set([...anew, ...changedModels(project.schema, after)])
      for (const model of models) rows.push(...(await markStale(projectId, model)))
      stale = models.size > 0
    }
    const changed = documents.filter(({ kind }) => kind === 'entry')
    let derived: readonly DerivedEntry[] = []
    if (after && changed.length > 0) {
      const checks = createChecks(database, statements, commit)
      const entries = await checks.derive(changed, after, at)
      derived = entries
      expect.push(...checks.expectations())
      function* write(): Steps<void> {
        for (const entry of entries) {
          rows.push(...statements.entry(projectId, entry, at, !following.has(entry.documentId)))
          yield
        }
      }
      await inSlices(write())
      for (const [model, ids] of checks.gone()) {
        rows.push(statements.markReferrersStale(projectId, model, ids))
        stale = true
      }
    }
    const { events, outdated, appeared } = commitEvents(documents, derived, after, at)
    for (const [documentId, locales] of appeared) rows.push(statements.published(documentId, locales, at))
    for (const each of outdated)
      rows.push(outbox.forget(each.documentId, each.cause, each.cause === 'edit' ? each.locale : undefined))
    for (const event of events) rows.push(outbox.keep(newId(), projectId, commit.origin.userId, event))
    for (const [id, decision] of decisionsIn(documents)) {
      if (decision.state === 'approved' && commit.source === 'edit')
        expect.push({
          query: statements.submissionAt(projectId, id, decision.from),
          rows: 1,
          code: 'already_decided',
          message: 'Somebody has just decided on this submission.',
        })
      rows.push(statements.decide(projectId, id, { ...decision, by: commit.origin.userId }, at))
    }
    const modelUnder = await modelsUnder(documents, projectId)
    const ended = await endedSchedules(projectId, documents)
    const rest = createRests()
    for (const document of documents) {
      await rest()
      const ends = ended.get(document.documentId)
      if (document.kind === 'branch')
        rows.push(statements.branch(projectId, branchRow(document, commit.origin, ends), at))
      rows.push(
        statements.log(
          projectId,
          {
            documentId: document.documentId,
            kind: document.kind,
            source: following.has(document.documentId) ? FOLLOWS : commit.source,
            origin: commit.origin,
            changeSetId: commit.changeSetId,
            label:
              ends === undefined || document.after.get('state') !== 'open'
                ? commit.label
                : endLabel(commit.label, ends),
            affected: affectedOf([document], (id) => modelUnder.get(id)),
            patches: document.patches,
          },
          at,
        ),
      )
    }
    return {
      expect,
      rows,
      wake: [contentTopic(projectId), REPOSITORY_TOPIC, ...(stale ? [STALE_TOPIC] : [])],
    } satisfies Derived
  }
}

const ERASED = { code: 'erased', message: 'This entry was deleted for good.' }

const bringsErasedBack = ({ kind, before, after, event }: CommittedDocument): boolean =>
  kind === 'entry' && event === 'changed' && isErased(before) && !(isErased(after) && after.get('deleted') === true)

/** The log label of a change that ends the schedule of a branch. */
const endLabel = (label: string | undefined, at: number) =>
  [...(label ? [label] : []), `Ends the schedule: not merged at ${new Date(at).toISOString()} any more`].join('. ')

function schemaAfter(
  project: ContentProject | undefined,
  shell: CommittedDocument | undefined,
): ContentSchema | undefined {
  if (!shell) return project?.schema
  return shell.event === 'removed' ? undefined : readSchema(shell.after)
}

function advance(
  statements: ContentStatements,
  { projectId, source }: DocumentCommit,
  project: FoundProject | undefined,
  shell: CommittedDocument | undefined,
  after: ContentSchema | undefined,
): Checked[] {
  const schema = after ? JSON.stringify(after) : null
  const expected = (query: Query, message: string) => [{ query, rows: 1, code: CONTENT_REFUSED.moved, message }]
  const release = after?.config.release === 'change' ? 'change' : 'hand'
  if (shell && (!project || project.importing)) {
    const query = statements.begin(projectId, { documentId: shell.documentId, schema, release })
    return expected(query, 'The content has just been set up by another.')
  }
  if (!project) return []
  if (source === 'import')
    return expected(statements.continueImport(projectId, project.schemaSeq), 'The import has ended meanwhile.')
  const next = shell && ({ schema, documentId: shell.documentId, release } as const)
  const query = statements.advance(projectId, project.schemaSeq, next)
  return expected(query, 'The models have changed meanwhile. Try it again.')
}

/** The checks that the entries of one commit require of others. */
function createChecks(database: Database, statements: ContentStatements, commit: DocumentCommit) {
  const { projectId, documents, refused, source, arriving } = commit
  // A new entry has no rows yet that would have to be left out.
  const own = documents.flatMap(({ documentId, event }) => (event === 'created' ? [] : documentId))
  const expected: Checked[] = []
  const goneByModel = new Map<string, string[]>()
  /** The references that each document had before. A lost one of these does not block edits of other fields. */
  const keptByDocument = new Map<string, ReadonlySet<string>>()
  const strict = source === 'edit'

  const expectNone = async (
    query: { compile(): { sql: string; parameters: readonly unknown[] } },
    code: string,
    message: () => Promise<string> | string,
  ) => {
    const text = refused === code ? await message() : code
    expected.push({ query: query.compile(), rows: 0, code, message: text } as Checked)
  }

  async function derive(changed: readonly CommittedDocument[], schema: ContentSchema, at: number) {
    const leaving = new Set(changed.flatMap((document) => nameTakenAway(document) ?? []))
    const renamed = changed.flatMap((document) => newName(document) ?? [])
    const lasts = new Map<string, LastRow>()
    function* read(found: ReadonlyMap<string, Finding[]>): Steps<DerivedEntry[]> {
      const derived: DerivedEntry[] = []
      for (const { documentId, event, before, after } of changed) {
        const view = event === 'removed' ? before : after
        const born = entryIdentity(view)
        if (born && event === 'removed')
          derived.push({
            documentId,
            ...born,
            issues: [],
            deleted: true,
            ...(isErased(view) ? { erased: true } : {}),
          })
        const { settled: last, published: known } = lasts.get(documentId) ?? {}
        const published = known && { ...known, renamed }
        const beside = { last, found: found.get(documentId), published }
        const entry = event === 'removed' ? undefined : deriveEntry(documentId, view, schema, at, beside)
        if (entry) derived.push(entry)
        if (event === 'changed' && !keptByDocument.has(documentId) && entry?.settled?.keys.some(isReference)) {
          const keys = deriveEntry(documentId, before, schema, at)?.settled?.keys ?? []
          const stay = keys.filter((key) => isReference(key) && !leaving.has(`${key.model}/${key.value}`))
          keptByDocument.set(documentId, new Set(stay.map(nameOfKey)))
        }
        yield
      }
      return derived
    }
    const alone = await inSlices(read(new Map()))
    const unsettled = alone.filter(needsLast)
    await readLast(unsettled, lasts)
    const first = unsettled.length > 0 ? await inSlices(read(new Map())) : alone
    const found = await findings(first, schema)
    if (found.size > 0)
      await readLast(
        first.filter(({ documentId }) => found.has(documentId)),
        lasts,
      )
    const entries = found.size > 0 ? await inSlices(read(found)) : first
    await expectOthers(entries, changed)
    return entries
  }

  /** Reads the rows of entries that are not known yet. */
  async function readLast(entries: readonly DerivedEntry[], lasts: Map<string, LastRow>): Promise<void> {
    const left = entries.flatMap(({ documentId }) => (lasts.has(documentId) ? [] : documentId))
    for (const ids of inParts(left))
      for (const [id, last] of await readLastRows(database, statements, { projectId, ids, published: true }))
        lasts.set(id, last)
  }

  /** Findings among the entries of this commit; and among all, where a tab's edit or an undo was refused for it. */
  async function findings(entries: readonly DerivedEntry[], schema: ContentSchema): Promise<Map<string, Finding[]>> {
    const found = new Map<string, Finding[]>()
    const add = (entry: DerivedEntry, code: string, field: string, locale: string, message: string) => {
      const model = schema.models.find(({ id }) => id === entry.model)
      const name = model?.fields.find(({ key }) => key === field)?.name ?? field
      const place = { model: entry.model, entry: entry.id, locale, field: name }
      const list = found.get(entry.documentId) ?? []
      found.set(entry.documentId, [...list, { severity: 'error', code, message, ...place }])
    }
    const taken = new Map<string, DerivedEntry>()
    for (const entry of entries)
      for (const { kind, model, field, locale, value } of liveKeys(entry)) {
        if (kind !== 'unique') continue
        const key = JSON.stringify([model, field, locale, value])
        const other = taken.get(key)
        if (other) add(entry, 'not_unique', field, locale, `“${value}” is already the value of ${other.id}.`)
        else taken.set(key, entry)
      }
    if (strict || refused === undefined) return found
    const { unique, targets } = askedOfOthers(entries, keptByDocument, arriving)
    const holders = new Map<string, string>()
    for (const [place, { model, field, locale, values }] of unique) {
      const query = statements.holders(projectId, model, field, locale, [...values], own)
      for (const row of await database.read(rowsOf(query))) holders.set(`${place} ${row.value}`, row.entry_id)
    }
    const known = new Set<string>()
    for (const [model, ids] of targets) {
      const query = statements.named(projectId, model, [...ids], own)
      for (const row of await database.read(rowsOf(query))) known.add(`${model}/${row.entry_id}`)
    }
    for (const entry of entries)
      for (const key of liveKeys(entry)) {
        const { kind, model, field, locale, value } = key
        const holder = kind === 'unique' ? holders.get(`${fieldKey(model, field, locale)} ${value}`) : undefined
        if (holder !== undefined)
          add(entry, 'not_unique', field, locale, `“${value}” is already the value of ${holder}.`)
        const isNew = kind === 'ref' && !keptByDocument.get(entry.documentId)?.has(nameOfKey(key))
        if (isNew && targets.get(model)?.has(value) && !known.has(`${model}/${value}`))
          add(entry, 'broken_relation', field, locale, `There is no ${model}/${value}.`)
      }
    return found
  }

  async function expectOthers(entries: readonly DerivedEntry[], changed: readonly CommittedDocument[]): Promise<void> {
    const { unique, targets } = askedOfOthers(entries, keptByDocument, arriving)
    for (const { model, field, locale, values } of unique.values()) {
      const query = statements.holders(projectId, model, field, locale, [...values], own)
      await expectNone(query, CONTENT_REFUSED.unique, async () => {
        const [holder] = await database.read(rowsOf(query))
        return holder ? `“${holder.value}” is already a value of ${model}/${holder.entry_id}.` : 'A value is taken.'
      })
    }
    for (const [model, ids] of targets) {
      const query = statements.named(projectId, model, [...ids], own)
      const known =
        refused === CONTENT_REFUSED.relation
          ? new Set((await database.read(rowsOf(query))).map(({ entry_id }) => entry_id))
          : ids
      const missing = [...ids].filter((id) => !known.has(id))
      expected.push({
        query: query.compile(),
        rows: strict ? ids.size : known.size,
        code: CONTENT_REFUSED.relation,
        message: `There is no ${missing.map((id) => `${model}/${id}`).join(', ')}.`,
      })
    }
    await expectNames(entries, changed)
  }

  /** New names are free, and nothing refers to names that are gone. */
  async function expectNames(entries: readonly DerivedEntry[], changed: readonly CommittedDocument[]): Promise<void> {
    const created = new Map<string, string[]>()
    const gone = new Map<string, string[]>()
    const put = (map: Map<string, string[]>, model: string, id: string) => {
      const ids = map.get(model)
      if (ids) ids.push(id)
      else map.set(model, [id])
    }
    const byId = new Map(changed.map((document) => [document.documentId, document]))
    for (const entry of entries) {
      const document = byId.get(entry.documentId)
      const before = document && document.event === 'changed' ? nameBefore(document) : undefined
      if (before !== entry.id && !entry.deleted) put(created, entry.model, entry.id)
      if (before !== undefined && (entry.deleted || before !== entry.id)) put(gone, entry.model, before)
      if (document?.event === 'removed') put(gone, entry.model, entry.id)
    }
    for (const [model, all] of created)
      for (const ids of inParts(all))
        await expectNone(
          statements.named(projectId, model, ids, own),
          CONTENT_REFUSED.named,
          () => `There is a ${model} of that name already: ${ids.slice(0, 10).join(', ')}.`,
        )
    for (const [model, ids] of gone) {
      goneByModel.set(model, ids)
      if (!strict) continue
      const query = statements.referring(projectId, model, ids, own)
      await expectNone(query, CONTENT_REFUSED.referenced, async () => {
        const referring = await database.read(rowsOf(query))
        const names = [...new Set(referring.map((row) => `${row.model_id}/${row.entry_id}`))]
        return `It is referred to by ${names.slice(0, 10).join(', ')}.`
      })
    }
  }

  return { derive, expectations: () => expected, gone: () => goneByModel }
}

const isReference = ({ kind }: DerivedKey): boolean => kind === 'ref'
const nameOfKey = ({ model, field, locale, value }: DerivedKey): string => JSON.stringify([model, field, locale, value])

/**
 * The values of entries that have to be unique, by their places, and what they refer to anew that is neither among them
 * nor arriving.
 */
function askedOfOthers(
  entries: readonly DerivedEntry[],
  kept: ReadonlyMap<string, ReadonlySet<string>>,
  arriving: ReadonlySet<string> = new Set(),
) {
  const unique = new Map<string, { model: string; field: string; locale: string; values: Set<string> }>()
  const targets = new Map<string, Set<string>>()
  const here = new Set(entries.filter(({ deleted }) => !deleted).map(({ model, id }) => `${model}/${id}`))
  for (const entry of entries)
    for (const key of liveKeys(entry)) {
      const { kind, model, field, locale, value } = key
      if (kind === 'ref' && kept.get(entry.documentId)?.has(nameOfKey(key))) continue
      if (kind === 'unique') {
        const place = fieldKey(model, field, locale)
        const group = unique.get(place) ?? { model, field, locale, values: new Set<string>() }
        unique.set(place, group)
        group.values.add(value)
      } else if (kind === 'ref' && !here.has(`${model}/${value}`) && !arriving.has(`${model}/${value}`)) {
        const ids = targets.get(model) ?? new Set<string>()
        targets.set(model, ids.add(value))
      }
    }
  return { unique, targets }
}

/** Returns the keys that an entry asks of others; its last settled values asked for theirs when they were settled. */
const liveKeys = ({ settled }: DerivedEntry): readonly DerivedKey[] => settled?.keys.filter(({ live }) => live) ?? []

const fieldKey = (model: string, field: string, locale: string) => JSON.stringify([model, field, locale])
