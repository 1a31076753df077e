import type { ViewCommand } from '../../../shell/commands/command.ts'
import { type SiteView, selection } from './siteView.ts'
import * as strings from './strings.ts'

const isSelected = (view: SiteView): boolean => {
  const { tree, node } = selection(view)
  return node !== undefined && node.id !== tree?.root
}
const isElement = (view: SiteView): boolean => selection(view).node?.kind === 'element'

/** The keys of these are the browser's own: only its events carry the clipboard. */
const shared = { group: 'clipboard', native: true } as const

const loadStyles = () => import('../session/styleClipboard.ts')

/** The commands that copy and paste layers and their styles. */
export const clipboardCommands: readonly ViewCommand<SiteView>[] = [
  {
    ...shared,
    name: 'node.copy',
    label: strings.copy,
    icon: 'clipboard-copy',
    shortcuts: ['mod+c'],
    offered: isSelected,
    run: ({ session }) => void import('../insert/clipboard.ts').then(({ copyNow }) => copyNow(session)),
  },
  {
    ...shared,
    name: 'node.cut',
    label: strings.cut,
    icon: 'scissors',
    shortcuts: ['mod+x'],
    offered: isSelected,
    run: ({ session }) => void import('../insert/clipboard.ts').then(({ cutNow }) => cutNow(session)),
  },
  {
    ...shared,
    name: 'node.paste',
    label: strings.paste,
    icon: 'clipboard-paste',
    shortcuts: ['mod+v'],
    offered: ({ session }) => session.page.get() !== undefined,
    run: ({ session }) => void import('../insert/clipboard.ts').then(({ pasteNow }) => pasteNow(session)),
  },
  {
    name: 'styles.copy',
    label: strings.copyStyles,
    icon: 'clipboard-copy',
    group: 'styles',
    // With Alt, a Mac writes another letter.
    shortcuts: ['mod+alt+c', 'mod+alt+ç'],
    offered: isElement,
    run: ({ session }) => void loadStyles().then(({ copyStyles }) => copyStyles(session)),
  },
  {
    name: 'styles.paste',
    label: strings.pasteStyles,
    icon: 'clipboard-paste',
    group: 'styles',
    shortcuts: ['mod+alt+v', 'mod+alt+√'],
    offered: isElement,
    run: ({ session }) => void loadStyles().then(({ pasteStyles }) => pasteStyles(session)),
  },
]
