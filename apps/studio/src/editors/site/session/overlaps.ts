import { createOverlay, type Json, type Patch } from '@atelier/documents'
import { field, mergeWords, type PageNode, readTree, treeRuns } from '@atelier/site'
import type { OpenPage } from './session.ts'
import type { TextConflict } from './textState.ts'

export interface OverlapOptions {
  page: OpenPage
  /** Writes a merged text as a step of undo; `before` is what the other user wrote. */
  write(patch: Patch): void
  /** Puts the other user's text back: nothing that undo would take back. */
  giveWay(patch: Patch): void
  /** Asks which of two versions the page should keep. @param key of the text */
  ask(conflict: TextConflict, key: string): void
}

/**
 * Watches texts that two people write at the same moment, before either has seen the other's: a text is one value, of
 * which only one would stay. The client that the server hears second merges both, word by word, or asks its user. Goes
 * on until the page is closed.
 */
export function mergeOverlaps({ page, write, giveWay, ask }: OverlapOptions): void {
  const { local, document } = page
  /** The texts written here that the server has not acknowledged: what they began from, and what they became. */
  const unheard = new Map<string, { base: string; mine: string }>()

  function overlapped(key: string, value: Json) {
    const own = unheard.get(key)
    if (!own || typeof value !== 'string' || value === own.mine) return
    unheard.delete(key)
    const { text, conflicts } = mergeWords(own.base, own.mine, value)
    if (conflicts.length === 0) {
      if (text !== value) write({ key, before: value, after: text })
      return
    }
    giveWay({ key, before: own.mine, after: value })
    const node = nodeOf(key)
    const element = node && page.model.tree().node(node.parent)
    if (!element) return
    const version = (after: string) => {
      const view = createOverlay(local.view)
      view.set(key, after)
      return treeRuns(readTree(view), element.id)
    }
    ask({ nodeId: element.id, mine: version(own.mine), theirs: version(value), both: version(text) }, key)
  }

  function nodeOf(key: string): PageNode | undefined {
    const id = key.slice(0, key.indexOf('/'))
    const node = page.model.tree().anyNode(id)
    return node?.kind === 'text' && key === field.text(id) ? node : undefined
  }

  local.observe((patches, origin) => {
    const isOwn = document.author(origin) === 'self'
    for (const { key, before, after } of patches) {
      if (!key.endsWith('/text')) continue
      if (!isOwn) {
        if (after !== undefined) overlapped(key, after)
        continue
      }
      const base = unheard.get(key)?.base ?? before ?? nodeOf(key)?.birth.text
      if (typeof base === 'string' && typeof after === 'string') unheard.set(key, { base, mine: after })
    }
  })
  local.observeLost((lost) => {
    for (const { key, value } of lost) overlapped(key, value)
  })
  document.sync.subscribe(() => {
    if (document.sync.get().unsaved === 0) unheard.clear()
  })
}
