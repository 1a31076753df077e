import type { PageTree } from '@atelier/site'
import { createContext, use, useMemo, useSyncExternalStore } from 'react'
import { createStore, type Store, useStore } from '../../../documents/store.ts'
import type { EditorSession, OpenPage, OpenSite } from './session.ts'
import type { EditorState } from './state.ts'

export const EditorContext = createContext<EditorSession | undefined>(undefined)

/** @throws outside of the editor, which is a mistake of the author */
export function useEditor(): EditorSession {
  const session = use(EditorContext)
  if (!session) throw new Error('useEditor stands outside of Editor')
  return session
}

export function useEditorState<Part>(select: (state: EditorState) => Part): Part {
  return useStore(useEditor().state, select)
}

const whole = <T>(value: T) => value

export function usePage(): OpenPage | undefined {
  return useStore(useEditor().page, whole)
}

export function useSite(): OpenSite | undefined {
  return useStore(useEditor().site, whole)
}

/** The tree of the open page, at most once per frame: panels need not follow each keystroke of an agent. */
export function usePageTree(): PageTree | undefined {
  const page = usePage()
  const frames = useMemo(
    () => perFrame(page ? (listener) => page.model.subscribe(listener) : () => () => undefined),
    [page],
  )
  useSyncExternalStore(frames.subscribe, frames.get)
  return page?.model.tree()
}

/**
 * Counts up, at most once per frame, when the site document changes.
 * @param concerns the keys of the document that count; a function that is made once
 */
export function useSiteVersion(concerns: (key: string) => boolean = anyKey): number {
  const site = useSite()
  const frames = useMemo(
    () =>
      perFrame(
        site
          ? (listener) => site.local.observe((patches) => patches.some(({ key }) => concerns(key)) && listener())
          : () => () => undefined,
      ),
    [site, concerns],
  )
  return useSyncExternalStore(frames.subscribe, frames.get)
}

const anyKey = () => true

/** Everything of a site but its rules, which change with every style that is written. */
export const besideRules = (key: string) => !key.startsWith('rule:')

function perFrame(listen: (listener: () => void) => () => void): Pick<Store<number>, 'get' | 'subscribe'> {
  const count = createStore(0)
  let listeners = 0
  let stop: (() => void) | undefined
  let frame = 0
  const changed = () => {
    if (frame !== 0) return
    frame = requestAnimationFrame(() => {
      frame = 0
      count.update((value) => value + 1)
    })
  }
  return {
    get: count.get,
    subscribe(listener) {
      const leave = count.subscribe(listener)
      listeners += 1
      stop ??= listen(changed)
      return () => {
        leave()
        listeners -= 1
        if (listeners > 0) return
        stop?.()
        stop = undefined
        cancelAnimationFrame(frame)
        frame = 0
      }
    },
  }
}
