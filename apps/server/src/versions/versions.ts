import { partsDocumentId, partType, readParts } from '@atelier/cad'
import type { ChangedDocument, DocumentChanges, Documents, Fields, Origin } from '@atelier/documents'
import type { Capability } from '@atelier/operation'
import {
  frameHtml,
  isOfPage,
  type PageTree,
  page as pageEntry,
  patchesBetween,
  readTree,
  renderPreview,
  restoreFields,
  type SiteSource,
  viewOfFields,
} from '@atelier/site'
import type { Database } from '@atelier/streams'
import { conflict } from '../http/refusal.ts'
import { type SaveRequest, type StoredState, type Version, type VersionStore, versionKinds } from './store.ts'
import { type Author, authorsBetween, mergeAuthors } from './who.ts'

export interface ProjectRef {
  id: string
  site_document_id: string
}

/** The differences between two states of a site, page by page, in words; and who made it so. */
export interface Comparison {
  documents: (DocumentChanges & { kind: string; authors: Author[] })[]
  authors: Author[]
}

export interface Restored {
  /** The change set to undo. */
  changeSetId: string
  /** The documents that changed. */
  documentIds: string[]
}

/** Versions of a project's site: kept, compared with each other and with the present, viewed and restored. */
export interface Versions extends Pick<VersionStore, 'list' | 'remove' | 'removeAll'> {
  save(project: ProjectRef, request: SaveRequest): Promise<Version>
  /** Undefined if the project has no such version. Without `to`: compared with the present. */
  compare(project: ProjectRef, from: string, to?: string): Promise<Comparison | undefined>
  /** One page as it was, for viewing; without a version, as it is now. */
  preview(project: ProjectRef, pageId: string, version?: string): Promise<string | undefined>
  /** One page as it was then, for viewing beside another state of it; undefined if it was not there. */
  frame(project: ProjectRef, pageId: string, moment: Moment): Promise<string | undefined>
  /** The site as it was, to be published; undefined if the project has no such version. */
  source(project: ProjectRef, version: string): Promise<SiteSource | undefined>
  /** The fields of every document at that version. */
  open(
    projectId: string,
    version: string,
  ): Promise<{ documentId: string; kind: StoredState['kind']; fields: Fields }[] | undefined>
  /**
   * Makes the whole site, or one page, what it was: an edit like any other, after the current state was kept as a version.
   * Undefined if there is no such version, or it has no such page.
   */
  restore(
    project: ProjectRef,
    version: string,
    request: { origin: Origin; capabilities?: ReadonlySet<Capability>; pageId?: string },
  ): Promise<Restored | undefined>
}

interface State {
  states: ReadonlyMap<string, StoredState>
  fields(documentId: string): Promise<Fields | undefined>
}

/** The names of the CAD parts that are in one of the states, by id; the later state counts. */
async function partNames(projectId: string, ...states: readonly State[]): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>()
  for (const state of states) {
    const listed = await state.fields(partsDocumentId(projectId))
    if (listed) for (const { id, name } of readParts(viewOfFields(listed)).parts) names.set(id, name)
  }
  return names
}

/** A state of a site: now, a version of it, or before or after the changes of a change set. */
export type Moment = { version?: string } | { changeSet: string; side: 'before' | 'after' }

export function createVersions(options: {
  store: VersionStore
  database: Database
  documents: Documents
  newId(): string
}): Versions {
  const { store, database, documents, newId } = options

  const stateOf = async (project: ProjectRef, version: string | undefined): Promise<State | undefined> => {
    if (version === undefined) {
      const listed = await documents.list(project.id, versionKinds)
      return {
        states: new Map(listed.map(({ id, kind, head }) => [id, { documentId: id, kind, head }])),
        fields: async (id) => (await documents.inProject(project.id).projection(id))?.fields,
      }
    }
    const listed = await store.documents(project.id, version)
    if (!listed) return undefined
    const states = new Map(listed.map((state) => [state.documentId, state]))
    return {
      states,
      async fields(id) {
        const state = states.get(id)
        return state && store.fields(state)
      },
    }
  }

  /** Reads documents as they stood; undefined if there is no such version or change set. */
  const readerOf = async (project: ProjectRef, moment: Moment) => {
    if (!('changeSet' in moment)) {
      const state = await stateOf(project, moment.version)
      return (
        state &&
        (async (id: string) => {
          const fields = await state.fields(id)
          return fields && viewOfFields(fields)
        })
      )
    }
    const set = await documents.changes(moment.changeSet)
    if (set?.projectId !== project.id) return undefined
    const changed = new Map(set.documents.map((each) => [each.documentId, each[moment.side]]))
    const views = documents.inProject(project.id)
    return async (id: string) => changed.get(id) ?? (await views.open(id))
  }

  const compare: Versions['compare'] = async (project, from, to) => {
    const [before, after] = await Promise.all([stateOf(project, from), stateOf(project, to)])
    if (!before || !after) return undefined
    const changed: ChangedDocument[] = []
    const spans = new Map<string, [number, number]>()
    // The site first, since it names the pages.
    const ids = [...new Set([project.site_document_id, ...before.states.keys(), ...after.states.keys()])]
    for (const documentId of ids) {
      const [was, is] = [before.states.get(documentId), after.states.get(documentId)]
      const kind = (is ?? was)?.kind
      if (kind === undefined || (was?.head === is?.head && documentId !== project.site_document_id)) continue
      const old = (await before.fields(documentId)) ?? {}
      const now = (await after.fields(documentId)) ?? {}
      const patches = patchesBetween(old, now)
      changed.push({ documentId, kind, patches, before: viewOfFields(old), after: viewOfFields(now) })
      if (patches.length > 0) spans.set(documentId, [was?.head ?? 0, is?.head ?? 0])
    }
    const authors = new Map<string, Author[]>()
    for (const [documentId, [low, high]] of spans) {
      const [first, last] = low <= high ? [low, high] : [high, low]
      authors.set(documentId, await authorsBetween(database, documentId, first, last))
    }
    const kinds = new Map(changed.map(({ documentId, kind }) => [documentId, kind]))
    const isPart = (id: string) => kinds.get(id) === partType.kind
    const names = [...spans.keys()].some(isPart) ? await partNames(project.id, before, after) : undefined
    const described = documents.describe(changed).map((each) => ({
      ...each,
      title: (isPart(each.documentId) ? names?.get(each.documentId) : undefined) ?? each.title,
      kind: kinds.get(each.documentId) ?? '',
      authors: authors.get(each.documentId) ?? [],
    }))
    return { documents: described, authors: mergeAuthors([...authors.values()].flat()) }
  }

  const open: Versions['open'] = async (projectId, version) => {
    const listed = await store.documents(projectId, version)
    if (!listed) return undefined
    const found = await Promise.all(
      listed.map(async (state) => ({
        documentId: state.documentId,
        kind: state.kind,
        fields: await store.fields(state),
      })),
    )
    return found.flatMap(({ documentId, kind, fields }) => (fields ? [{ documentId, kind, fields }] : []))
  }

  return {
    async source(project, version) {
      const listed = await store.documents(project.id, version)
      const states = new Map(listed?.map((state) => [state.documentId, state]))
      const shell = states.get(project.site_document_id)
      const site = shell && (await store.fields(shell))
      if (!site) return undefined
      return {
        site,
        heads: new Map(
          [...states.values()].flatMap(({ documentId, kind, head }) => (kind === 'page' ? [[documentId, head]] : [])),
        ),
        async load(ids) {
          const found = await Promise.all(
            ids.map(async (id) => {
              const state = states.get(id)
              const fields = state && (await store.fields(state))
              return fields ? [[id, { head: state.head, fields }] as const] : []
            }),
          )
          return new Map(found.flat())
        },
      }
    },
    save: store.save,
    list: store.list,
    remove: store.remove,
    removeAll: store.removeAll,
    compare,
    open,

    async preview(project, pageId, version) {
      const state = await stateOf(project, version)
      const site = await state?.fields(project.site_document_id)
      if (!state || !site) return undefined
      return renderPreview(
        {
          site,
          heads: new Map([...state.states].map(([id, { head }]) => [id, head])),
          async load(ids) {
            const found = await Promise.all(ids.map(async (id) => [id, await state.fields(id)] as const))
            return new Map(found.flatMap(([id, fields]) => (fields ? [[id, { head: 0, fields }] as const] : [])))
          },
        },
        pageId,
      )
    },

    async frame(project, pageId, moment) {
      const read = await readerOf(project, moment)
      const site = await read?.(project.site_document_id)
      const entry = site && pageEntry(site, pageId)
      if (!read || !entry) return undefined
      const trees = new Map<string, PageTree | undefined>()
      for (;;) {
        const missing = new Set<string>()
        const tree = (id: string) => {
          if (!trees.has(id)) missing.add(id)
          return trees.get(id)
        }
        const html = frameHtml(site, entry, tree, `/api/projects/${project.id}/files`)
        if (missing.size === 0) return html
        // A template or a component was not read yet: once it is, it may need others in turn.
        for (const id of missing) {
          const view = await read(id)
          trees.set(id, view && readTree(view))
        }
      }
    },

    async restore(project, version, { origin, capabilities, pageId }) {
      const [all, listed] = await Promise.all([open(project.id, version), store.list(project.id)])
      const named = listed.find(({ id }) => id === version)
      if (!all || !named) return undefined
      const wanted = pageId === undefined ? all : all.filter(({ documentId }) => documentId === pageId)
      const site = all.find(({ documentId }) => documentId === project.site_document_id)
      if (!site) return undefined
      if (pageId !== undefined && (wanted.length === 0 || !pageEntry(viewOfFields(site.fields), pageId)))
        return undefined
      await store.save(project, { name: `Before “${named.name}” was put back`, kind: 'restore', userId: origin.userId })
      const changeSetId = newId()
      const outcome = await documents.transact({
        projectId: project.id,
        origin,
        capabilities,
        changeSetId,
        label: `Put back “${named.name}”`,
        async body(drafts) {
          const shell = await drafts.open(project.site_document_id)
          if (shell) {
            restoreFields(
              shell,
              site.fields,
              pageId === undefined ? undefined : (key, fields) => isOfPage(fields, key, pageId),
            )
          }
          for (const { documentId, fields } of wanted) {
            if (documentId === project.site_document_id) continue
            const draft = await drafts.open(documentId)
            if (draft) restoreFields(draft, fields)
          }
          return { result: null, commit: true }
        },
      })
      if (!outcome.ok && outcome.refused === 'locked') throw conflict('locked', outcome.message)
      if (!outcome.ok) throw new Error(`A version could not be put back: ${outcome.message}`)
      return { changeSetId, documentIds: outcome.changed.map(({ documentId }) => documentId) }
    },
  }
}
