/**
 * Combines single requests within a turn of the event loop into one.
 * @param most keys in a request; more are asked in several
 * @param ask resolves to the values that there are
 */
export function createBatches<Key, Value>(
  most: number,
  ask: (group: string, keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>,
): (group: string, key: Key) => Promise<Value | undefined> {
  const open = new Map<string, { keys: Key[]; answer: Promise<ReadonlyMap<Key, Value>> }>()

  function begin(group: string) {
    const keys: Key[] = []
    const answer = new Promise<void>((resolve) => setTimeout(resolve)).then(() => {
      if (open.get(group) === batch) open.delete(group)
      return ask(group, keys)
    })
    const batch = { keys, answer }
    open.set(group, batch)
    return batch
  }

  return async (group, key) => {
    const found = open.get(group)
    const batch = found && found.keys.length < most ? found : begin(group)
    batch.keys.push(key)
    return (await batch.answer).get(key)
  }
}
