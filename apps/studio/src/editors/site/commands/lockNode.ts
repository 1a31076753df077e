import { patchStore } from '../../../documents/store.ts'
import type { ViewCommand } from '../../../shell/commands/command.ts'
import { type SiteView, selectedIds } from './siteView.ts'
import * as strings from './strings.ts'

/** A click on the canvas passes by what is locked; the layers still select it. */
export const lockNode: ViewCommand<SiteView> = {
  name: 'node.lock',
  label: strings.lockOrUnlock,
  icon: 'lock',
  group: 'layer',
  shortcuts: ['mod+shift+l'],
  offered: (view) => selectedIds(view).length > 0,
  run(view) {
    const { state } = view.session
    patchStore(state, { locked: switched(state.get().locked, selectedIds(view)) })
  },
}

/** All of the ids with a list, or without it if all are in it. */
export function switched(list: readonly string[], ids: readonly string[]): string[] {
  const rest = list.filter((id) => !ids.includes(id))
  return ids.every((id) => list.includes(id)) ? rest : [...rest, ...ids]
}
