import * as Y from 'yjs'

/**
 * The keys that updates wrote or deleted, each once, in the order of the updates.
 * @param doc a document that has taken all of them in
 */
export function writtenKeys(doc: Y.Doc, updates: readonly Uint8Array[]): string[] {
  const keys = new Set<string>()
  const note = (client: number, from: number, length: number) => {
    const structs = doc.store.clients.get(client)
    if (!structs) return
    for (let clock = from; clock < from + length; ) {
      const struct = structs[Y.findIndexSS(structs, clock)]
      if (!struct) return
      if (struct instanceof Y.Item && struct.parentSub !== null) keys.add(struct.parentSub)
      clock = struct.id.clock + struct.length
    }
  }
  for (const update of updates) {
    const { structs, ds } = Y.decodeUpdate(update)
    for (const { id, length } of structs) note(id.client, id.clock, length)
    for (const [client, ranges] of ds.clients) for (const { clock, len } of ranges) note(client, clock, len)
  }
  return [...keys]
}
