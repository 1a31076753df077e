import * as encoding from 'lib0/encoding'
import * as Y from 'yjs'

/** An update in which each client writes one key over what the next client wrote; Yjs format 1. */
export function clientsInTurn(clients: number): Uint8Array {
  const encoder = encoding.createEncoder()
  encoding.writeVarUint(encoder, clients)
  for (let client = 1; client <= clients; client += 1) {
    for (const number of [1, client, 0]) encoding.writeVarUint(encoder, number)
    if (client < clients) {
      encoding.writeUint8(encoder, 0x88)
      for (const number of [client + 1, 0]) encoding.writeVarUint(encoder, number)
    } else {
      encoding.writeUint8(encoder, 0x28)
      encoding.writeVarUint(encoder, 1)
      encoding.writeVarString(encoder, 'fields')
      encoding.writeVarString(encoder, 'key')
    }
    encoding.writeVarUint(encoder, 1)
    encoding.writeAny(encoder, true)
  }
  encoding.writeVarUint(encoder, 0)
  return encoding.toUint8Array(encoder)
}

/** Two keys that one client sets alternately: no two of its items can be joined. */
export function keysInTurn(edits: number): Uint8Array {
  const doc = new Y.Doc()
  const fields = doc.getMap('fields')
  doc.transact(() => {
    for (let i = 0; i < edits; i += 1) fields.set(i % 2 === 0 ? 'a' : 'b', i)
  })
  return Y.encodeStateAsUpdate(doc)
}
