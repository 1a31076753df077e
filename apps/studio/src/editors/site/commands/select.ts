import { editableAt, instanceAround, isSlot, type PageNode, type PageTree } from '@atelier/site'
import type { ViewCommand } from '../../../shell/commands/command.ts'
import { currentTrail, leaveTo } from '../components/trail.ts'
import { layerChildren, type Step, stepFrom } from '../model/rows.ts'
import { leaveComparison } from '../session/state.ts'
import { type SiteView, selection } from './siteView.ts'
import * as strings from './strings.ts'

const hasPage = (view: SiteView): boolean => selection(view).tree !== undefined
const hasNode = (view: SiteView): boolean => selection(view).node !== undefined

/** The commands that change the selection. */
export const selectCommands: readonly ViewCommand<SiteView>[] = [
  {
    name: 'select.parent',
    label: strings.selectTheParent,
    icon: 'corner-left-up',
    group: 'select',
    shortcuts: ['arrowleft'],
    offered: hasPage,
    run: (view) => selectStep(view, 'parent'),
  },
  {
    name: 'select.child',
    label: strings.selectTheFirstLayerInside,
    icon: 'corner-down-right',
    group: 'select',
    shortcuts: ['arrowright'],
    offered: hasPage,
    run: (view) => selectStep(view, 'child'),
  },
  {
    name: 'select.previous',
    label: strings.selectTheLayerBefore,
    icon: 'move-up',
    group: 'select',
    shortcuts: ['arrowup'],
    offered: hasPage,
    run: (view) => selectStep(view, 'up'),
  },
  {
    name: 'select.next',
    label: strings.selectTheLayerAfter,
    icon: 'move-down',
    group: 'select',
    shortcuts: ['arrowdown'],
    offered: hasPage,
    run: (view) => selectStep(view, 'down'),
  },
  {
    name: 'select.addPrevious',
    label: strings.addTheLayerBefore,
    icon: 'move-up',
    group: 'select',
    shortcuts: ['shift+arrowup'],
    offered: hasNode,
    run: (view) => extend(view, 'up'),
  },
  {
    name: 'select.addNext',
    label: strings.addTheLayerAfter,
    icon: 'move-down',
    group: 'select',
    shortcuts: ['shift+arrowdown'],
    offered: hasNode,
    run: (view) => extend(view, 'down'),
  },
  // Selects everything in reach: the selected node and its siblings, or all on the page if nothing is selected.
  {
    name: 'select.siblings',
    label: strings.selectAllBeside,
    icon: 'rows-3',
    group: 'select',
    shortcuts: ['mod+a'],
    offered: hasPage,
    run(view) {
      const { tree, node } = selection(view)
      if (!tree) return
      const siblings = layerChildren(tree, node?.parent || tree.root).map(({ id }) => id)
      const others = siblings.filter((id) => id !== node?.id)
      view.session.selectAll(node && siblings.includes(node.id) ? [...others, node.id] : siblings)
    },
  },
  // Goes into the selected node: into its text if it holds one, or else to the first layer inside.
  {
    name: 'select.enter',
    label: strings.goIntoTheSelection,
    icon: 'corner-down-right',
    group: 'select',
    shortcuts: ['enter'],
    offered: hasNode,
    run(view) {
      const { tree, node } = selection(view)
      if (!tree || !node) return
      const [first] = layerChildren(tree, node.id)
      if (first && editableAt(tree, node.id) !== node.id) view.session.select(first.id)
      else view.editText(node.id)
    },
  },
  // One step out: of a comparison, to the parent, to no selection, and then out of a component that is edited in its page.
  {
    name: 'select.leave',
    label: strings.stepOutOfTheSelection,
    icon: 'corner-left-up',
    group: 'select',
    shortcuts: ['escape'],
    offered({ session }) {
      const state = session.state.get()
      return state.comparing !== undefined || state.selected !== undefined || currentTrail(state).length > 0
    },
    run(view) {
      const { session } = view
      const { tree, node } = selection(view)
      if (session.state.get().comparing !== undefined) leaveComparison(session.state)
      else if (tree && node) session.select(shownParent(tree, node))
      else leaveTo(session, currentTrail(session.state.get()).length - 1)
    },
  },
  {
    name: 'select.nothing',
    label: strings.selectNothing,
    icon: 'circle-off',
    group: 'select',
    shortcuts: ['v'],
    offered: ({ session }) => session.state.get().selected !== undefined,
    run: ({ session }) => session.select(undefined),
  },
]

/** Selects what is one step from the selected node; the body of the page if nothing is selected. */
function selectStep(view: SiteView, step: Step): void {
  const { tree, node } = selection(view)
  const next = tree && (node ? stepFrom(tree, node.id, step) : tree.root)
  if (next) view.session.select(next)
}

/** Adds the layer beside the last selected one to the selection; a step back takes the last one out again. */
function extend(view: SiteView, step: 'up' | 'down'): void {
  const { session } = view
  const { tree, node } = selection(view)
  const next = tree && node && stepFrom(tree, node.id, step)
  if (next === undefined) return
  const { selection: all } = session.state.get()
  const rest = all.filter((id) => id !== next && !(all.includes(next) && id === node?.id))
  session.selectAll([...rest, next])
}

/** The parent that is shown on the canvas: for what fills a slot it is the instance, whose slot is no element. */
function shownParent(tree: PageTree, { parent }: PageNode): string | undefined {
  const above = tree.node(parent)
  const isFilled = above !== undefined && isSlot(above) && instanceAround(tree, above.id) === above.parent
  return (isFilled ? above.parent : parent) || undefined
}
