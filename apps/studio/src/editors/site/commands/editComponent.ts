import { isComponent, nodeAttribute } from '@atelier/site'
import type { ViewCommand } from '../../../shell/commands/command.ts'
import { enterComponent } from '../components/trail.ts'
import { hasDocument, type SiteView, selection } from './siteView.ts'
import * as strings from './strings.ts'

function componentOf(view: SiteView): string | undefined {
  const { node } = selection(view)
  const id = node && isComponent(node) ? nodeAttribute(node, 'ref') : undefined
  return id !== undefined && hasDocument(view, id) ? id : undefined
}

export const editComponent: ViewCommand<SiteView> = {
  name: 'node.editComponent',
  label: strings.editTheComponent,
  icon: 'square-pen',
  group: 'component',
  offered: (view) => componentOf(view) !== undefined,
  run(view) {
    const id = componentOf(view)
    if (id !== undefined) enterComponent(view.session, id, selection(view).node?.id)
  },
}
