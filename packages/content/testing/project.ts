import {
  applyPatches,
  beforeView,
  createDocumentTypes,
  createMemoryView,
  createNew,
  createOverlay,
  type Draft,
  type DraftSet,
  type Json,
  type Overlay,
  type Patch,
  type SharedPart,
  undoPatches,
} from '@atelier/documents'
import {
  atOnce,
  type Envelope,
  fail,
  isResultOf,
  normalizeInput,
  type Operation,
  validate,
  validationError,
} from '@atelier/operation'
import type { Static, TSchema } from 'typebox'
import { searchTextOf } from '../src/brain/words.ts'
import { countValues, readBranch } from '../src/branch/branchDocument.ts'
import { branchType } from '../src/branch/branchType.ts'
import { createBranchDrafts } from '../src/branch/drafts.ts'
import { readerOver } from '../src/branch/reader.ts'
import type { ListedBranch } from '../src/context/branches.ts'
import type { ContentContext } from '../src/context/context.ts'
import { holdersAmong } from '../src/context/holders.ts'
import { checkPhase, phaseOf } from '../src/context/phase.ts'
import type { ContentReader, Referrer, StoredEntry } from '../src/context/reader.ts'
import { contentType, entryType } from '../src/entry/documentTypes.ts'
import type { EntryStatus } from '../src/entry/entry.ts'
import {
  createEntry,
  entryIdentity,
  type LiveEntry,
  readEntry,
  writeMeta,
  writeValues,
} from '../src/entry/entryDocument.ts'
import type { LoggedEdit } from '../src/entry/history.ts'
import { entryTitle, keysOf, settleEntry } from '../src/entry/settle.ts'
import { readSchema, setConfig, setTerm, writeModel } from '../src/model/contentDocument.ts'
import type { ContentConfig, ContentSchema, Model, ModelFile, Vocabulary } from '../src/model/definition.ts'

/** The id of the document of models in a project of a test. */
export const CONTENT_ID = 'content'

export interface TestContentOptions {
  models?: readonly ModelFile[]
  config?: Partial<ContentConfig>
  vocabulary?: Vocabulary
  /** Without content, as before `init_project`. */
  uninitialized?: boolean
}

/** The content of a project in memory, on which operations run as the executor runs them: a refused call writes nothing. */
export interface TestContent {
  /** Every document by id; that of the models under `content`. */
  documents: ReadonlyMap<string, Draft>
  reader: ContentReader
  schema(): ContentSchema
  model(id: string): Model
  /** An entry made directly, valid or not; returns the id of its document. */
  addEntry(
    model: string,
    id: string,
    locales: Readonly<Record<string, Readonly<Record<string, Json>>>>,
    status?: EntryStatus,
  ): string
  /** The live state of an entry that is not deleted. */
  entry(model: string, id: string): LiveEntry | undefined
  /**
   * @param given what the context holds instead of what it holds by itself; with a branch as its target the call reads and
   *   writes that branch
   */
  call(operation: Operation<ContentContext>, input: unknown, given?: Partial<ContentContext>): Promise<Envelope>
  /** The same with the types of the operation; throws if the answer is refused. */
  run<Input extends TSchema, Output extends TSchema>(
    operation: Operation<ContentContext> & { readonly input: Input; readonly output: Output },
    input: Static<Input>,
    given?: Partial<ContentContext>,
  ): Promise<Static<Output>>
  /** The writes of the last call, by document; nothing if it was refused. */
  written(): ReadonlyMap<string, readonly Patch[]>
  /** The parts of what the last call wrote that belong to earlier change sets too; that of the first call is `call1`. */
  shared(): readonly SharedPart[]
  /**
   * Takes what calls wrote back, as the undo of a run does. Returns the keys that stayed.
   * @param calls what each of them wrote; the last call by default
   */
  undo(calls?: readonly ReadonlyMap<string, readonly Patch[]>[]): string[]
  /** The changes of the last call, as a person reads them. */
  described(): string[]
}

const types = createDocumentTypes([contentType, entryType, branchType])

/** @returns a project with these models and no entries, in English and Turkish unless `config` says otherwise */
export function createTestContent(options: TestContentOptions = {}): TestContent {
  const documents = new Map<string, Draft>()
  const kinds = new Map<string, string>()
  let written = new Map<string, readonly Patch[]>()
  const edits: (LoggedEdit & { documentId: string })[] = []
  let created = new Set<string>()
  let shared: SharedPart[] = []
  let calls = 0
  let counter = 0
  const newId = () => `00000000-0000-7000-8000-${(++counter).toString(16).padStart(12, '0')}`

  if (!options.uninitialized) {
    const content = createMemoryView()
    documents.set(CONTENT_ID, content)
    kinds.set(CONTENT_ID, 'content')
    setConfig(content, {
      version: 1,
      stack: 'other',
      workflow: 'auto-merge',
      locales: { default: 'en', supported: ['en', 'tr'] },
      domains: ['blog'],
      ...options.config,
    })
    for (const model of options.models ?? []) writeModel(content, model)
    for (const [term, texts] of Object.entries(options.vocabulary ?? {}))
      for (const [locale, text] of Object.entries(texts)) setTerm(content, term, locale, text)
  }

  const contentId = () => [...kinds].find(([, kind]) => kind === 'content')?.[0]
  const readWhole = () => {
    const id = contentId()
    const view = id === undefined ? undefined : documents.get(id)
    return view && readSchema(view)
  }
  function schema(): ContentSchema {
    const whole = readWhole()
    if (!whole) throw new Error('The content is not set up.')
    return whole
  }
  function model(id: string): Model {
    const found = schema().models.find((each) => each.id === id)
    if (!found) throw new Error(`There is no model ${id}.`)
    return found
  }

  const branches = (): ListedBranch[] =>
    [...documents].flatMap(([id, view]) => {
      if (kinds.get(id) !== 'branch') return []
      const { name, title, state, mergeAt } = readBranch(view)
      const changes = countValues(view)
      const times = { createdAt: 0, updatedAt: 0, ...(mergeAt === undefined ? {} : { mergeAt }) }
      return [{ id, name, title, state, changes, createdBy: 'ann', ...times }]
    })

  /** Every entry that is not deleted, with what it settles to; one that is invalid settles to nothing. */
  function stored(): StoredEntry[] {
    const whole = readWhole()
    if (!whole) return []
    return [...documents].flatMap(([documentId, view]): StoredEntry[] => {
      const identity = entryIdentity(view)
      const own = whole.models.find(({ id }) => id === identity?.model)
      if (!identity || !own) return []
      const live = readEntry(view, own)
      if (live.deleted) return []
      const { settled, issues } = settleEntry(live, own, whole)
      return [
        {
          ...identity,
          documentId,
          head: 1,
          title: entryTitle(settled ?? live, own, whole.config),
          ...(settled ? { settled } : {}),
          issues,
          createdAt: 0,
          updatedAt: 0,
        },
      ]
    })
  }

  const reader: ContentReader = {
    schema: async () => readWhole(),
    entries: async (id) => stored().filter((each) => each.model === id),
    entry: async (id, entry) => stored().find((each) => each.model === id && each.id === entry),
    async referrers(target, id) {
      return stored().flatMap(({ model: from, id: entry, documentId, settled }): Referrer[] => {
        if (!settled) return []
        const own = model(from)
        return keysOf(settled, own).flatMap(({ kind, field, locale, value, targetModel }) => {
          const name = own.fields.find(({ key }) => key === field)?.name ?? field
          return kind === 'ref' && targetModel === target && value === id
            ? [{ model: from, entry, documentId, locale, field: name }]
            : []
        })
      })
    },
    async search({ words, models, locales, limit }) {
      const found = stored().flatMap(({ model: from, id, settled }) =>
        Object.entries(settled ? searchTextOf(settled, model(from)) : {}).flatMap(([locale, { title, text }]) => {
          const own = `${title} ${text}`.split(' ')
          const has = words.every((word, at) =>
            own.some((each) => (at < words.length - 1 ? each === word : each.startsWith(word))),
          )
          const wanted = (models?.includes(from) ?? true) && (locales?.includes(locale) ?? true)
          return has && wanted ? [{ model: from, entry: id, locale, score: words.length }] : []
        }),
      )
      return found.slice(0, limit)
    },
    holders: async (id, field, values) =>
      atOnce(
        holdersAmong(
          stored().filter((each) => each.model === id),
          field,
          values,
        ),
      ),
    nearestWords: async () => [],
  }

  /** The references that lead nowhere. */
  function lostReferences(): Set<string> {
    const all = stored()
    const names = new Set(all.map(({ model: id, id: entry }) => `${id}/${entry}`))
    const lost = all.flatMap(({ model: id, documentId, settled }) =>
      (settled ? keysOf(settled, model(id)) : []).flatMap(({ kind, targetModel, value }) =>
        kind === 'ref' && !names.has(`${targetModel}/${value}`) ? [`${documentId} ${targetModel}/${value}`] : [],
      ),
    )
    return new Set(lost)
  }

  /** The database's conditions of a commit: free names and unique values, and references that lead somewhere. */
  function refusedCommit(lostBefore: ReadonlySet<string>): Envelope | undefined {
    const all = stored()
    const names = new Set<string>()
    const unique = new Set<string>()
    for (const { model: id, id: entry } of all) {
      if (names.has(`${id}/${entry}`)) return fail('id_taken', `There is ${id}/${entry} already.`)
      names.add(`${id}/${entry}`)
    }
    for (const { model: id, documentId, settled } of all) {
      for (const { kind, field, locale, value, targetModel } of settled ? keysOf(settled, model(id)) : []) {
        const key = JSON.stringify([id, field, locale, value])
        if (kind === 'unique' && unique.has(key)) return fail('not_unique', `${value} is taken.`)
        if (kind === 'unique') unique.add(key)
        const target = `${targetModel}/${value}`
        if (kind === 'ref' && !names.has(target) && !lostBefore.has(`${documentId} ${target}`))
          return fail('referenced', `${targetModel}/${value} is gone.`)
      }
    }
    return undefined
  }

  const project: TestContent = {
    documents,
    reader,
    schema,
    model,
    addEntry(modelId, id, locales, status) {
      const documentId = newId()
      const view = createMemoryView()
      createEntry(view, { model: modelId, id })
      for (const [locale, values] of Object.entries(locales)) {
        writeValues(view, model(modelId), locale, values)
        if (status) writeMeta(view, locale, { status })
      }
      documents.set(documentId, view)
      kinds.set(documentId, 'entry')
      return documentId
    },
    entry(modelId, id) {
      const found = stored().find((each) => each.model === modelId && each.id === id)
      const view = found && documents.get(found.documentId)
      return view && readEntry(view, model(modelId))
    },
    async call(operation, sent, given = {}) {
      written = new Map()
      created = new Set()
      shared = []
      const input = normalizeInput(operation.input, sent)
      const issues = validate(operation.input, input)
      if (issues.length > 0) return { ok: false, error: validationError(issues) }
      const phase = phaseOf({
        config: readWhole()?.config,
        branches: branches().filter(({ state }) => state === 'open'),
      })
      const wrongPhase = checkPhase(phase, operation)
      if (wrongPhase) return fail(wrongPhase.code, wrongPhase.message, { hint: wrongPhase.hint })
      const lostBefore = lostReferences()
      const opened = new Map<string, Overlay>()
      const made = new Map<string, string>()
      const drafts: DraftSet = {
        async open(id) {
          const known = opened.get(id)
          const base = documents.get(id)
          if (known || !base) return known
          const draft = createOverlay(base)
          opened.set(id, draft)
          return draft
        },
        create(id, kind) {
          const draft = createNew()
          opened.set(id, draft)
          made.set(id, kind)
          return draft
        },
      }
      const own = contentId()
      const onBranch = given.target?.branch && (await drafts.open(given.target.branch.id))
      calls += 1
      const context: ContentContext = {
        actor: { kind: 'agent', userId: 'ann' },
        now: () => Date.UTC(2026, 2, 9),
        newId,
        project: { id: 'project', siteDocumentId: 'site' },
        phase,
        reader: onBranch ? readerOver(reader, onBranch, drafts, own) : reader,
        drafts: onBranch ? createBranchDrafts(onBranch, drafts, { by: `call${calls}` }) : drafts,
        branches: {
          all: branches(),
          drafts: { ...drafts, alsoIn: (part) => shared.push(part) },
          reader,
        },
        contentDocumentId: own,
        target: { workflow: readWhole()?.config.workflow ?? 'auto-merge' },
        editor: {},
        services: {
          history: async (id, limit, before = Infinity) =>
            edits.filter(({ documentId, seq }) => documentId === id && seq < before).slice(-limit),
        },
        ...given,
      }
      const ask = await operation.outside?.(context, input)
      const result = await operation.run(context, input, await ask?.(new AbortController().signal))
      const wrong = result.ok ? validate(operation.output, result.data) : []
      if (wrong.length > 0) throw new Error(`${operation.name}: ${JSON.stringify(wrong)}`)
      if (!result.ok) return result
      const before = new Map([...made.keys()].map((id) => [id, undefined]))
      for (const [id, draft] of opened) {
        const patches = draft.patches()
        if (patches.length === 0) continue
        const base = documents.get(id) ?? createMemoryView()
        applyPatches(base, patches)
        documents.set(id, base)
        kinds.set(id, made.get(id) ?? kinds.get(id) ?? 'entry')
        written.set(id, patches)
      }
      created = new Set(before.keys())
      const refusal = refusedCommit(lostBefore)
      if (!refusal) {
        const by = context.actor
        for (const [documentId, patches] of written)
          edits.push({ documentId, seq: edits.length + 1, at: context.now(), by, source: 'edit', patches })
        return result
      }
      takeBack()
      return refusal
    },
    async run(operation, input, given) {
      const result = await project.call(operation, input, given)
      if (!isResultOf(operation, result)) throw new Error(`${operation.name} returned something else than its output`)
      if (!result.ok || result.data === undefined) throw new Error(`${operation.name}: ${JSON.stringify(result)}`)
      return result.data
    },
    written: () => written,
    shared: () => shared,
    undo(calls = [written]) {
      const kept: string[] = []
      const byDocument = new Map<string, Patch[]>()
      for (const [id, patches] of calls.flatMap((each) => [...each]))
        byDocument.set(id, [...(byDocument.get(id) ?? []), ...patches])
      for (const [documentId, patches] of byDocument) {
        const view = documents.get(documentId)
        const kind = kinds.get(documentId) ?? ''
        if (!view) continue
        const context = { documentId, kind, ...(created.has(documentId) ? { created: true } : {}) }
        const undone = undoPatches(view, patches, { guard: types.of(kind).undoGuard, context })
        kept.push(...undone.kept.map(({ key }) => key))
        applyPatches(view, undone.patches)
      }
      return kept
    },
    described() {
      const changed = [...written].flatMap(([documentId, patches]) => {
        const after = documents.get(documentId)
        const kind = kinds.get(documentId) ?? ''
        return after ? [{ documentId, kind, patches, before: beforeView(after, patches), after }] : []
      })
      return types
        .describe(changed)
        .flatMap(({ title, lines }) => lines.map(({ kind, what, label }) => `${title}: ${kind} ${what} ${label}`))
    },
  }

  /** As if the call had never been made. */
  function takeBack(): void {
    for (const [id, patches] of written) {
      const view = documents.get(id)
      if (created.has(id)) documents.delete(id)
      else if (view)
        applyPatches(
          view,
          patches.map(({ key, before, after }) => ({ key, before: after, after: before })),
        )
    }
    written = new Map()
  }

  return project
}
