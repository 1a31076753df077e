import type { Json } from '@atelier/documents'

/** Values of an entry in one locale by field, as a caller read or wrote them last; null for a field that had none. */
export type KnownValues = Readonly<Record<string, Json>>

export interface KnownPlace {
  documentId: string
  /** The branch on which they were read or written; absent of what is live. */
  branchId?: string
  locale: string
}

export interface KnownEntry extends KnownPlace {
  values: KnownValues
}

/**
 * The callers' knowledge of entries, each by a name of its own: a conversation, or the programs that use one key.
 * Forgotten knowledge lets a call overwrite, so an implementation SHOULD keep it for as long as a conversation lasts.
 */
export interface KnownStore {
  /** Empty of a place of which the caller knows nothing. */
  load(caller: string, place: KnownPlace): Promise<KnownValues>
  /** Adds to what is known. Returns at once; a later `load` of the same server waits for it. */
  note(caller: string, entries: readonly KnownEntry[]): void
}

/** The knowledge of entries that an operation's caller has. */
export interface CallerKnowledge {
  /** For the entries that the call reads or writes: its branch, and where that was not read the live entries. */
  of(documentId: string, locale: string): Promise<KnownValues>
  /** Counts once the call is stored. */
  note(documentId: string, locale: string, values: KnownValues): void
}

/** The knowledge of one call, and what stores what it noted. */
export function createKnowledge(
  store: KnownStore,
  caller: string,
  /** The branch that the call reads and writes, as far as there is one by now. */
  branchId: () => string | undefined,
): { knowledge: CallerKnowledge; keep(): void } {
  const noted: Omit<KnownEntry, 'branchId'>[] = []
  return {
    knowledge: {
      async of(documentId, locale) {
        const branch = branchId()
        const live = await store.load(caller, { documentId, locale })
        return branch === undefined
          ? live
          : { ...live, ...(await store.load(caller, { documentId, locale, branchId: branch })) }
      },
      note: (documentId, locale, values) => void noted.push({ documentId, locale, values }),
    },
    keep() {
      const branch = branchId()
      if (noted.length > 0)
        store.note(
          caller,
          noted.map((each) => ({ ...each, ...(branch === undefined ? {} : { branchId: branch }) })),
        )
    },
  }
}
