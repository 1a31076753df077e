import { createMemoryView, openLocal } from '@atelier/documents'
import { createSite, importPage, listPage, readTree } from '@atelier/site'
import * as Y from 'yjs'
import type { Connection, OpenDocument } from '../../src/documents/connection.ts'
import { type SaveStatus, unopened } from '../../src/documents/status.ts'
import { createStore, patchStore } from '../../src/documents/store.ts'
import { newId } from '../../src/editors/site/session/hand.ts'
import { createEditorSession } from '../../src/editors/site/session/session.ts'

/** Where the documents of a test come from: a server that is always there. */
export interface TestConnection extends Connection {
  /** How often each document is held now. */
  held(documentId: string): number
  /** The selections that the tab reported, latest last. */
  readonly selections: (string | undefined)[]
  /** Whom the patches that come now count as written by. */
  writer: 'self' | 'peer' | 'agent'
  /** The edit of a document by another user. */
  write(documentId: string, fields: Record<string, unknown>, by?: 'peer' | 'agent'): void
  setSync(documentId: string, sync: Partial<typeof unopened & { removed: boolean }>): void
}

/** A connection to documents with these fields; all others cannot be opened. */
export function testConnection(contents: ReadonlyMap<string, Record<string, unknown>>): TestConnection {
  const open = new Map<string, { document: OpenDocument; holders: number }>()
  const status = createStore<SaveStatus>({ state: 'saved', unsaved: 0 })
  const selections: (string | undefined)[] = []
  const connection: TestConnection = {
    status,
    people: createStore([]),
    generation: createStore(0),
    overlaps: createStore([]),
    decide: () => Promise.resolve(),
    leave: () => undefined,
    selections,
    writer: 'self',
    open(documentId) {
      const known = open.get(documentId)
      if (known) {
        known.holders += 1
        return known.document
      }
      const fields = contents.get(documentId)
      const doc = new Y.Doc()
      doc.transact(() => {
        for (const [key, value] of Object.entries(fields ?? {})) doc.getMap('fields').set(key, value)
      })
      const document: OpenDocument = {
        id: documentId,
        doc,
        sync: createStore({ ...unopened, connected: true, loaded: true }),
        peers: createStore([]),
        loaded: fields ? Promise.resolve() : Promise.reject(new Error('not-found')),
        showSelection: (nodeId) => void selections.push(nodeId),
        showTyping: () => undefined,
        author: () => connection.writer,
      }
      document.loaded.catch(() => undefined)
      open.set(documentId, { document, holders: 1 })
      return document
    },
    release(document) {
      const known = open.get(document.id)
      if (known?.document === document) known.holders -= 1
    },
    held: (documentId) => open.get(documentId)?.holders ?? 0,
    write(documentId, fields, by = 'peer') {
      const document = open.get(documentId)?.document
      if (!document) throw new Error(`${documentId} is not open`)
      connection.writer = by
      document.doc.transact(() => {
        for (const [key, value] of Object.entries(fields)) document.doc.getMap('fields').set(key, value)
      }, 'elsewhere')
      connection.writer = 'self'
    },
    setSync(documentId, sync) {
      const document = open.get(documentId)?.document
      if (document) patchStore(document.sync, sync)
    },
    retry: () => undefined,
    discard() {
      open.clear()
      connection.generation.update((count) => count + 1)
    },
    close: () => undefined,
  }
  return connection
}

/** An editor of a site with these pages, each as HTML of its body; the first one is open. */
export async function openEditor(pages: Readonly<Record<string, string>>) {
  const site = createMemoryView()
  createSite(site, { name: 'Test' })
  const contents = new Map<string, Record<string, unknown>>()
  const fieldsOf = (view: typeof site) => Object.fromEntries([...view.keys()].map((key) => [key, view.get(key)]))
  for (const [id, html] of Object.entries(pages)) {
    const page = createMemoryView()
    listPage(site, { id, title: id, slug: id })
    importPage(site, page, { html, newId })
    contents.set(id, fieldsOf(page))
  }
  contents.set('site', fieldsOf(site))
  const connection = testConnection(contents)
  const session = createEditorSession({ projectId: 'project', siteDocumentId: 'site', userId: 'ada', connection })
  const [first = ''] = Object.keys(pages)
  session.openPage(first)
  await session.load(first)
  await settle()
  const nodesOf = (documentId: string) => {
    const document = connection.open(documentId)
    connection.release(document)
    return [...readTree(openLocal(document.doc).view).walk()]
  }
  return {
    session,
    connection,
    /** The ids of a page's elements with this tag, in the order of the page. */
    idsOf(tag: string, documentId = first): string[] {
      return nodesOf(documentId)
        .filter((node) => node.tag === tag)
        .map(({ id }) => id)
    },
    /** The text of a page. */
    textOf(documentId = first): string {
      return nodesOf(documentId)
        .map(({ text }) => text ?? '')
        .join('')
    },
  }
}

/** Resolves everything that only waits for a promise. */
export async function settle(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 0))
}
