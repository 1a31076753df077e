import type { ViewCommand } from '../../../shell/commands/command.ts'
import { type SiteView, selection } from './siteView.ts'
import * as strings from './strings.ts'

const isSelected = (view: SiteView): boolean => {
  const { tree, node } = selection(view)
  return node !== undefined && node.id !== tree?.root
}

/** The keys of these are the browser's own: only its events carry the clipboard. */
const shared = { group: 'clipboard', native: true } as const

export const copy: ViewCommand<SiteView> = {
  ...shared,
  name: 'node.copy',
  label: strings.copy,
  icon: 'clipboard-copy',
  shortcuts: ['mod+c'],
  offered: isSelected,
  run: ({ session }) => void import('../insert/clipboard.ts').then(({ copyNow }) => copyNow(session)),
}

export const cut: ViewCommand<SiteView> = {
  ...shared,
  name: 'node.cut',
  label: strings.cut,
  icon: 'scissors',
  shortcuts: ['mod+x'],
  offered: isSelected,
  run: ({ session }) => void import('../insert/clipboard.ts').then(({ cutNow }) => cutNow(session)),
}

export const paste: ViewCommand<SiteView> = {
  ...shared,
  name: 'node.paste',
  label: strings.paste,
  icon: 'clipboard-paste',
  shortcuts: ['mod+v'],
  offered: ({ session }) => session.page.get() !== undefined,
  run: ({ session }) => void import('../insert/clipboard.ts').then(({ pasteNow }) => pasteNow(session)),
}
