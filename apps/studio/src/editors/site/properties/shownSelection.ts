import type { PageTree } from '@atelier/site'
import { useLayoutEffect, useState } from 'react'
import type { Store } from '../../../documents/store.ts'
import { useEditor } from '../session/context.ts'
import type { EditorState } from '../session/state.ts'
import { onceShown } from './style/shown.ts'

/** The selection: the node that was selected last, and all of them. */
export type Selected = Pick<EditorState, 'selected' | 'selection'>

const selectedIn = ({ selected, selection }: Selected): Selected => ({ selected, selection })

/** Calls back once the canvas has shown that something else is selected. */
export function onceSelected(
  state: Pick<Store<Selected>, 'get' | 'subscribe'>,
  shown: (now: Selected) => void,
): () => void {
  return onceShown(
    (changed) => {
      let { selected, selection } = state.get()
      return state.subscribe(() => {
        const next = state.get()
        if (next.selected === selected && next.selection === selection) return
        selected = next.selected
        selection = next.selection
        changed()
      })
    },
    () => shown(selectedIn(state.get())),
  )
}

/**
 * The selection as the canvas has shown it, so that the frame of a click draws its outline and nothing else; what is
 * selected now where that is in the page no longer.
 */
export function useShownSelection(tree: PageTree | undefined): Selected {
  const { state } = useEditor()
  const [shown, setShown] = useState(() => selectedIn(state.get()))
  useLayoutEffect(() => onceSelected(state, setShown), [state])
  const isThere = shown.selected !== undefined && tree?.node(shown.selected) !== undefined
  return isThere ? shown : selectedIn(state.get())
}
