import type { Json } from '@atelier/documents'
import type { Steps } from '@atelier/operation'
import type { StoredEntry } from '../context/reader.ts'
import { NO_LOCALE } from '../model/definition.ts'
import { nameValue, rowOf } from './rows.ts'

/** The name in an order, without its sign. */
export const plainName = (name: string): string => (name.startsWith('-') ? name.slice(1) : name)

/** Entries without a value come last either way, and equal ones stay as they were. */
export function* sorted<Each extends StoredEntry>(
  entries: readonly Each[],
  order: readonly string[],
  locale: string,
): Steps<Each[]> {
  return yield* sortedBy(entries, order, locale, (stored) => {
    const row = rowOf(stored, locale)
    return (name) => nameValue(row, name)
  })
}

/** As `sorted`, by values of the caller's own. @param valuesOf returns the values of an entry by their names in the order */
export function* sortedBy<Each>(
  entries: readonly Each[],
  order: readonly string[],
  locale: string,
  valuesOf: (entry: Each) => (name: string) => Json | undefined,
): Steps<Each[]> {
  const { compare } = new Intl.Collator(locale === NO_LOCALE ? 'und' : locale)
  const keyed: { stored: Each; keys: Json[] }[] = []
  for (const stored of entries) {
    const read = valuesOf(stored)
    keyed.push({ stored, keys: order.map((name) => read(plainName(name)) ?? null) })
    yield
  }
  const signs = order.map((name) => (name.startsWith('-') ? -1 : 1))
  const inOrder = yield* mergeSorted(keyed, (a, b) => {
    // By index: this runs a hundred thousand times.
    for (let index = 0; index < signs.length; index += 1) {
      const [left, right] = [a.keys[index] ?? null, b.keys[index] ?? null]
      if (left === null || right === null) {
        if (left !== right) return left === null ? 1 : -1
        continue
      }
      const difference =
        typeof left === 'number' && typeof right === 'number'
          ? left - right
          : compare(valueAsText(left), valueAsText(right))
      if (difference !== 0) return difference * (signs[index] ?? 1)
    }
    return 0
  })
  return inOrder.map(({ stored }) => stored)
}

/** How many items one step sorts. */
const RUN = 64

/** As `toSorted` has it, step by step. */
function* mergeSorted<Each>(items: readonly Each[], compare: (a: Each, b: Each) => number): Steps<Each[]> {
  let runs: Each[][] = []
  for (let from = 0; from < items.length; from += RUN) {
    runs.push(items.slice(from, from + RUN).sort(compare))
    yield
  }
  while (runs.length > 1) {
    const merged: Each[][] = []
    for (let at = 0; at < runs.length; at += 2) {
      merged.push(yield* merge(runs[at] ?? [], runs[at + 1] ?? [], compare))
    }
    runs = merged
  }
  return runs[0] ?? []
}

function* merge<Each>(
  left: readonly Each[],
  right: readonly Each[],
  compare: (a: Each, b: Each) => number,
): Steps<Each[]> {
  const merged: Each[] = []
  let from = 0
  for (const item of left) {
    for (let next = right[from]; next !== undefined && compare(next, item) < 0; next = right[from]) {
      merged.push(next)
      from += 1
      if (from % RUN === 0) yield
    }
    merged.push(item)
    if (merged.length % RUN === 0) yield
  }
  return merged.concat(right.slice(from))
}

const valueAsText = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value))
