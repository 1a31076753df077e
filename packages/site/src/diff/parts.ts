import {
  type ChangedDocument,
  type DocumentChanges,
  equalJson,
  joinPatches,
  type Patch,
  type View,
} from '@atelier/documents'
import { everyRule } from '../css/rules.ts'
import { readTree } from '../document/tree.ts'

type Changes = Pick<ChangedDocument, 'patches' | 'before' | 'after'>

/**
 * Returns the patches that one line of a change represents, in their order: those of its part, as `ChangeLine` names it,
 * and of everything inside it. A node that was only moved in or out keeps what else was changed in it.
 */
export function createPartReader({ patches, before, after }: Changes): (part: string) => Patch[] {
  const inside = createInsideReader(before, after)
  return (part) => {
    const owners = inside(part)
    return patches.filter(({ key }) => {
      if (key === part || key.startsWith(`${part}/`)) return true
      const owner = key.split('/', 1)[0] ?? key
      const whole = owners.get(owner)
      return whole === true || (whole === false && key === `${owner}/at`)
    })
  }
}

/** The patches behind the chosen lines, in their order. */
export function patchesOfParts(parts: readonly { part: string }[], changes: Changes): Patch[] {
  const read = createPartReader(changes)
  const chosen = new Set(parts.flatMap(({ part }) => read(part)))
  return changes.patches.filter((patch) => chosen.has(patch))
}

/** The lines of a change, with a mark on those whose values are again what they were before it. */
export function markRestored(
  described: readonly DocumentChanges[],
  changed: readonly ChangedDocument[],
  now: ReadonlyMap<string, View>,
): DocumentChanges[] {
  return described.map((each) => {
    const changes = changed.find(({ documentId }) => documentId === each.documentId)
    const view = now.get(each.documentId)
    if (!changes || !view) return each
    const read = createPartReader(changes)
    const lines = each.lines.map((line) => {
      const patches = line.part === undefined ? [] : joinPatches(read(line.part))
      const restored = patches.length > 0 && patches.every(({ key, before }) => equalJson(view.get(key), before))
      return restored ? { ...line, restored } : line
    })
    return { ...each, lines }
  })
}

/** Reads what is inside a part: nodes or rules, and whether each is reverted whole or only in its place. */
function createInsideReader(before: View, after: View): (part: string) => ReadonlyMap<string, boolean> {
  let trees: ReturnType<typeof readTree>[] | undefined
  let nested: ReadonlyMap<string, readonly string[]> | undefined
  return (part) => {
    const inside = new Map<string, boolean>()
    // A field, which has nothing inside.
    if (part.includes('/')) return inside
    if (part.startsWith('rule:')) {
      nested ??= nestedRules([before, after])
      const waiting = [part.slice('rule:'.length)]
      for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
        if (inside.has(`rule:${id}`)) continue
        inside.set(`rule:${id}`, true)
        waiting.push(...(nested.get(id) ?? []))
      }
    } else if (!part.includes(':')) {
      trees ??= [readTree(before), readTree(after)]
      for (const tree of trees) {
        if (!tree.node(part)) continue
        for (const { id } of tree.walk(part)) inside.set(id, !trees.every((each) => each.node(id)))
      }
    }
    return inside
  }
}

/** The ids of the rules inside each rule, in any of the states. */
function nestedRules(views: readonly View[]): Map<string, string[]> {
  const nested = new Map<string, string[]>()
  for (const view of views) {
    for (const { id, parent } of everyRule(view)) {
      if (parent !== '') nested.set(parent, [...(nested.get(parent) ?? []), id])
    }
  }
  return nested
}
