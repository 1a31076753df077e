import { isComponent, nodeAttribute } from '@atelier/site'
import { patchStore } from '../../../documents/store.ts'
import type { ViewCommand } from '../../../shell/commands/command.ts'
import { enterComponent } from '../components/trail.ts'
import { openPalette } from '../insert/open.ts'
import { hasDocument, type SiteView, selectedIds, selection, switched } from './siteView.ts'
import * as strings from './strings.ts'

/** The commands on the selected layer that change nothing of the site. */
export const layerCommands: readonly ViewCommand<SiteView>[] = [
  {
    name: 'insert.open',
    label: strings.insert,
    icon: 'plus',
    group: 'insert',
    shortcuts: ['a'],
    offered: ({ session }) => session.page.get() !== undefined,
    run: ({ session }) => openPalette(session),
  },
  {
    name: 'node.editText',
    label: strings.editText,
    icon: 'text-cursor',
    group: 'layer',
    shortcuts: ['t'],
    offered: (view) => selection(view).node !== undefined,
    run(view) {
      const { node } = selection(view)
      if (node) view.editText(node.id)
    },
  },
  {
    name: 'node.rename',
    label: strings.rename,
    icon: 'pen-line',
    group: 'layer',
    shortcuts: ['f2'],
    offered(view) {
      const { tree, node } = selection(view)
      return node !== undefined && node.id !== tree?.root
    },
    run(view) {
      patchStore(view.session.state, { leftTab: 'layers', renaming: selection(view).node?.id })
      view.showPanel('navigator')
    },
  },
  // Takes the selected nodes off this browser's canvas, or puts them back; they are published all the same.
  {
    name: 'node.hideHere',
    label: strings.hideHereOrShow,
    icon: 'monitor-off',
    group: 'layer',
    offered: (view) => selectedIds(view).length > 0,
    run(view) {
      const { state } = view.session
      patchStore(state, { hiddenHere: switched(state.get().hiddenHere, selectedIds(view)) })
    },
  },
  // A click on the canvas passes by what is locked; the layers still select it.
  {
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
  },
  // Asks for a tag that the menu does not list.
  {
    name: 'node.changeTagTo',
    label: strings.changeTheTagTo,
    icon: 'code-xml',
    group: 'tag',
    offered: (view) => selection(view).node?.kind === 'element' && selectedIds(view).length > 0,
    run: ({ session }) => patchStore(session.state, { dialog: 'changeTag' }),
  },
  // Asks for a number that the menu does not list.
  {
    name: 'node.multiplyTo',
    label: strings.multiplyTo,
    icon: 'copy-plus',
    group: 'multiply',
    offered: (view) => selectedIds(view).length > 0,
    run: ({ session }) => patchStore(session.state, { dialog: 'multiply' }),
  },
  // Three variants of the selected section, beside each other; without a selection, those that wait for a choice.
  {
    name: 'node.variants',
    label: strings.inThreeVariants,
    icon: 'sparkles',
    group: 'component',
    offered: (view) => view.session.page.get() !== undefined,
    run: ({ session }) => patchStore(session.state, { dialog: 'variants' }),
  },
  {
    name: 'node.editComponent',
    label: strings.editTheComponent,
    icon: 'square-pen',
    group: 'component',
    offered: (view) => selectedComponent(view) !== undefined,
    run(view) {
      const id = selectedComponent(view)
      if (id !== undefined) enterComponent(view.session, id, selection(view).node?.id)
    },
  },
]

/** The component of the selected instance; undefined if there is none. */
function selectedComponent(view: SiteView): string | undefined {
  const { node } = selection(view)
  const id = node && isComponent(node) ? nodeAttribute(node, 'ref') : undefined
  return id !== undefined && hasDocument(view, id) ? id : undefined
}
