import { useRef } from 'react'

/** The keys of the items of a list, which stay with their items while these are moved, so that an open card stays open. */
export interface ItemKeys {
  at(index: number): number
  insert(index: number): void
  remove(index: number): void
  move(from: number, to: number): void
}

/** @param count how many items there are now; those that others add or remove are taken for the last ones */
export function useItemKeys(count: number): ItemKeys {
  const state = useRef<{ keys: number[]; next: number }>({ keys: [], next: 0 })
  const { current } = state
  while (current.keys.length < count) current.keys.push(current.next++)
  current.keys.length = count
  return {
    at: (index) => current.keys[index] ?? -1,
    insert(index) {
      current.keys.splice(index, 0, current.next++)
    },
    remove(index) {
      current.keys.splice(index, 1)
    },
    move(from, to) {
      current.keys.splice(to, 0, ...current.keys.splice(from, 1))
    },
  }
}
