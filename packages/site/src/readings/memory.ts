import type { CallRows } from '@atelier/agent'
import { equalJson } from '@atelier/documents'
import { createRests } from '@atelier/operation'
import type { StoredRecord } from './record.ts'

/** A thing as a conversation last saw it. */
export interface SeenRecord {
  stored: StoredRecord
  /** The ids of its children, if it is an element that was read with its content. */
  children?: readonly string[]
}

/** The things of one document as a conversation last saw them, by their keys. */
export type SeenDocument = ReadonlyMap<string, SeenRecord>

/** A thing of a document as it was seen; without a record it is gone. */
export interface SeenNote {
  documentId: string
  owner: string
  record: SeenRecord | undefined
}

/**
 * Remembers what one conversation has read and written in the documents of its project; its writes are held against that.
 * Notes of a call count once its commit is stored.
 */
export interface ReadingMemory {
  /** Another number whenever notes have come to count. */
  version(): number
  /** Undefined if nothing of the document has been read. */
  seen(documentId: string): SeenDocument | undefined
  /** @param record undefined if the thing is gone */
  note(documentId: string, owner: string, record: SeenRecord | undefined): void
  /** Makes the rows of the call's notes, at its end. */
  prepare(): Promise<void>
  /** The rows that `prepare` has made, for the commit of the call. */
  rows(): CallRows
  /** notes since count only now, or not at all: a call may be repeated before its commit. */
  settled(stored: boolean): void
}

/** Finds the memory of a conversation. */
export type ReadingMemories = (projectId: string, sessionId: string) => Promise<ReadingMemory>

/** Keeps the notes of conversations beyond this process. */
export interface ReadingStore {
  /** A mark of the newest notes that are stored; undefined if there are none. */
  newest(sessionId: string): Promise<string | undefined>
  /** Every note, in the order in which they were stored. */
  load(sessionId: string): Promise<{ notes: readonly SeenNote[]; newest: string | undefined; count: number }>
  /**
   * Rows that store notes.
   * @param replaced the mark of the notes that these replace, and all before them
   */
  rows(
    conversation: { projectId: string; sessionId: string },
    notes: readonly SeenNote[],
    replaced?: string,
  ): Promise<NoteRows>
}

export interface NoteRows {
  rows: CallRows
  newest: string
}

export interface ReadingLimits {
  /** Conversations that are remembered in memory. */
  conversations: number
  /** Things that one conversation remembers; of more, none of the document that it read longest ago. */
  records: number
}

/** So many times a conversation stores notes before they are stored as one. */
const STORED_APART = 200

interface Conversation {
  documents: Map<string, Map<string, SeenRecord>>
  /** The mark of the newest stored notes that it has. */
  newest: string | undefined
  /** How many times notes were stored since they were last stored as one. */
  stored: number
}

/**
 * Keeps the memories of conversations in this process, and stores what is new with each call, so that a run that another process
 * resumes is held against the same. Values are shared with the documents, so that a thing that nobody changes costs a few
 * pointers.
 * @param store without it a conversation has read nothing once its process has ended
 */
export function createReadingMemories(
  { conversations, records }: ReadingLimits,
  store?: ReadingStore,
): ReadingMemories {
  const known = new Map<string, Conversation>()
  const loading = new Map<string, Promise<void>>()
  let stores = 0

  function conversationOf(key: string): Conversation {
    const conversation = known.get(key) ?? { documents: new Map(), newest: undefined, stored: 0 }
    known.delete(key)
    known.set(key, conversation)
    const [oldest] = known.keys()
    if (known.size > conversations && oldest !== undefined) known.delete(oldest)
    return conversation
  }

  function add({ documents }: Conversation, notes: Iterable<SeenNote>): void {
    stores += 1
    const touched = new Set<string>()
    for (const { documentId, owner, record } of notes) {
      const seen = documents.get(documentId) ?? new Map<string, SeenRecord>()
      if (!touched.has(documentId)) {
        touched.add(documentId)
        documents.delete(documentId)
        documents.set(documentId, seen)
      }
      if (record) seen.set(owner, record)
      else seen.delete(owner)
    }
    let count = [...documents.values()].reduce((sum, { size }) => sum + size, 0)
    for (const [documentId, { size }] of documents) {
      if (count <= records || documents.size === 1) break
      documents.delete(documentId)
      count -= size
    }
  }

  /** Reads what another process has stored, or this one before it was started again. */
  async function refresh(store: ReadingStore, sessionId: string, conversation: Conversation): Promise<void> {
    if ((await store.newest(sessionId)) === conversation.newest) return
    const { notes, newest, count } = await store.load(sessionId)
    conversation.documents.clear()
    add(conversation, notes)
    Object.assign(conversation, { newest, stored: count })
  }

  return async (projectId, sessionId) => {
    const key = `${projectId} ${sessionId}`
    const conversation = conversationOf(key)
    if (store) {
      // One at a time, so that none sees a memory that is half loaded.
      const before = loading.get(key) ?? Promise.resolve()
      const mine = before.catch(() => undefined).then(() => refresh(store, sessionId, conversation))
      loading.set(key, mine)
      try {
        await mine
      } finally {
        if (loading.get(key) === mine) loading.delete(key)
      }
    }
    const notes = new Map<string, Map<string, SeenRecord | undefined>>()
    let prepared: (NoteRows & { isWhole: boolean }) | undefined
    return {
      version: () => stores,
      seen: (documentId) => conversation.documents.get(documentId),
      note(documentId, owner, record) {
        const noted = notes.get(documentId) ?? new Map<string, SeenRecord | undefined>()
        notes.set(documentId, noted)
        noted.set(owner, record)
      },
      async prepare() {
        prepared = undefined
        const fresh = store ? await newNotes(conversation, notes) : []
        if (!store || fresh.length === 0) return
        const { newest } = conversation
        const isWhole = newest !== undefined && conversation.stored >= STORED_APART
        const all = isWhole ? [...allNotes(conversation), ...fresh] : fresh
        const made = await store.rows({ projectId, sessionId }, all, isWhole ? newest : undefined)
        prepared = { ...made, isWhole }
      },
      rows: () => prepared?.rows ?? [],
      settled(stored) {
        if (stored && notes.size > 0) add(conversation, notesOf(notes))
        if (stored && prepared) {
          conversation.newest = prepared.newest
          conversation.stored = prepared.isWhole ? 1 : conversation.stored + 1
        }
        notes.clear()
        prepared = undefined
      },
    }
  }
}

function* notesOf(all: ReadonlyMap<string, ReadonlyMap<string, SeenRecord | undefined>>): Generator<SeenNote> {
  for (const [documentId, noted] of all) for (const [owner, record] of noted) yield { documentId, owner, record }
}

const allNotes = ({ documents }: Conversation): SeenNote[] => [...notesOf(documents)]

/** The notes that say something else than what is known. */
async function newNotes(
  { documents }: Conversation,
  all: ReadonlyMap<string, ReadonlyMap<string, SeenRecord | undefined>>,
): Promise<SeenNote[]> {
  const fresh: SeenNote[] = []
  const rest = createRests()
  for (const note of notesOf(all)) {
    await rest()
    const known = documents.get(note.documentId)?.get(note.owner)
    if (!isSameRecord(known, note.record)) fresh.push(note)
  }
  return fresh
}

function isSameRecord(one: SeenRecord | undefined, other: SeenRecord | undefined): boolean {
  if (!one || !other) return one === other
  const [own = [], others = []] = [one.children, other.children]
  return (
    equalJson(one.stored, other.stored) &&
    (one.children === undefined) === (other.children === undefined) &&
    own.length === others.length &&
    own.every((id, i) => id === others[i])
  )
}
