import type { ViewCommand } from '../../../shell/commands/command.ts'
import { type SiteView, selection } from './siteView.ts'
import * as strings from './strings.ts'

const load = () => import('../session/styleClipboard.ts')
const isElement = (view: SiteView): boolean => selection(view).node?.kind === 'element'

export const copyStyles: ViewCommand<SiteView> = {
  name: 'styles.copy',
  label: strings.copyStyles,
  icon: 'clipboard-copy',
  group: 'styles',
  // With Alt, a Mac writes another letter.
  shortcuts: ['mod+alt+c', 'mod+alt+ç'],
  offered: isElement,
  run: ({ session }) => void load().then((module) => module.copyStyles(session)),
}

export const pasteStyles: ViewCommand<SiteView> = {
  name: 'styles.paste',
  label: strings.pasteStyles,
  icon: 'clipboard-paste',
  group: 'styles',
  shortcuts: ['mod+alt+v', 'mod+alt+√'],
  offered: isElement,
  run: ({ session }) => void load().then((module) => module.pasteStyles(session)),
}
