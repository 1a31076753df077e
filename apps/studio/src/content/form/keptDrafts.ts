import type { ContentSession, Typed } from '../session/contentSession.ts'
import type { FieldDrafts } from './fieldDrafts.ts'

/** Typed text of a screen, kept by the tab until nothing of it is left, also when the screen is closed. */
export interface KeptDrafts extends Typed {
  readonly drafts: FieldDrafts
}

/** Fields that are typed in, as the session of the tab counts them. */
export function keptDrafts(drafts: FieldDrafts): KeptDrafts {
  return {
    drafts,
    flush: () => drafts.flush(),
    unsaved() {
      const counts = { typing: 0, unsent: 0, held: 0 }
      for (const { state } of drafts.all.get().values()) {
        if (state === 'unsent') counts.unsent += 1
        else counts[state === 'typing' || state === 'saving' ? 'typing' : 'held'] += 1
      }
      return counts
    },
  }
}

export const isKeptDrafts = (typed: Typed | undefined): typed is KeptDrafts => typed !== undefined && 'drafts' in typed

/** The unsaved text of the screen with this name. */
export const keptAs = (session: ContentSession, name: string): Typed | undefined => session.typed.get().get(name)

/**
 * Has the tab know of what is typed, until nothing of it is left; what waits is sent before the tab may go to sleep.
 * @returns what ends that when the screen is closed
 */
export function keepTyped(session: ContentSession, name: string, kept: KeptDrafts): () => void {
  const { drafts } = kept
  const changed = () => {
    const isTyped = drafts.all.get().size > 0
    if (isTyped === (keptAs(session, name) === kept)) return session.noteTyped()
    const next = new Map(session.typed.get())
    if (isTyped) next.set(name, kept)
    else next.delete(name)
    session.typed.set(next)
  }
  const flush = () => void drafts.flush()
  const leave = () => document.visibilityState === 'hidden' && flush()
  const stop = drafts.all.subscribe(changed)
  document.addEventListener('visibilitychange', leave)
  window.addEventListener('online', flush)
  changed()
  return () => {
    document.removeEventListener('visibilitychange', leave)
    window.removeEventListener('online', flush)
    void drafts.flush().finally(() => {
      // The rest waits for its screen to be opened again.
      if (drafts.all.get().size === 0) stop()
    })
  }
}
