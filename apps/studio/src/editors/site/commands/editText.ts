import type { ViewCommand } from '../../../shell/commands/command.ts'
import { type SiteView, selection } from './siteView.ts'
import * as strings from './strings.ts'

export const editText: ViewCommand<SiteView> = {
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
}
