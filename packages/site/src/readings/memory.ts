import type { StoredRecord } from './record.ts'

/** A thing as a conversation last saw it. */
export interface SeenRecord {
  stored: StoredRecord
  /** The ids of its children, if it is an element that was read with its content. */
  children?: readonly string[]
}

/** The things of one document as a conversation last saw them, by their keys. */
export type SeenDocument = ReadonlyMap<string, SeenRecord>

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
  /** notes since count only now, or not at all: a call may be repeated before its commit. */
  settled(stored: boolean): void
}

/** Finds the memory of a conversation. */
export type ReadingMemories = (projectId: string, sessionId: string) => ReadingMemory

export interface ReadingLimits {
  /** Conversations that are remembered. */
  conversations: number
  /** Things that one conversation remembers; of more, none of the document that it read longest ago. */
  records: number
}

/**
 * Keeps the memories of conversations in this process: lost with it, a conversation has read nothing. Values are shared with
 * the documents, so that a thing that nobody changes costs a few pointers.
 */
export function createReadingMemories({ conversations, records }: ReadingLimits): ReadingMemories {
  const known = new Map<string, Map<string, Map<string, SeenRecord>>>()
  let stores = 0

  function documentsOf(key: string): Map<string, Map<string, SeenRecord>> {
    const documents = known.get(key) ?? new Map<string, Map<string, SeenRecord>>()
    known.delete(key)
    known.set(key, documents)
    const [oldest] = known.keys()
    if (known.size > conversations && oldest !== undefined) known.delete(oldest)
    return documents
  }

  function store(documents: Map<string, Map<string, SeenRecord>>, notes: Notes): void {
    stores += 1
    for (const [documentId, noted] of notes) {
      const seen = documents.get(documentId) ?? new Map<string, SeenRecord>()
      documents.delete(documentId)
      documents.set(documentId, seen)
      for (const [owner, record] of noted) {
        if (record) seen.set(owner, record)
        else seen.delete(owner)
      }
    }
    let count = [...documents.values()].reduce((sum, { size }) => sum + size, 0)
    for (const [documentId, { size }] of documents) {
      if (count <= records || documents.size === 1) break
      documents.delete(documentId)
      count -= size
    }
  }

  return (projectId, sessionId) => {
    const key = `${projectId} ${sessionId}`
    const notes: Notes = new Map()
    return {
      version: () => stores,
      seen: (documentId) => documentsOf(key).get(documentId),
      note(documentId, owner, record) {
        const noted = notes.get(documentId) ?? new Map<string, SeenRecord | undefined>()
        notes.set(documentId, noted)
        noted.set(owner, record)
      },
      settled(stored) {
        if (stored && notes.size > 0) store(documentsOf(key), notes)
        notes.clear()
      },
    }
  }
}

type Notes = Map<string, Map<string, SeenRecord | undefined>>
