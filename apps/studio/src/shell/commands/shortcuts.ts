import { type Step, stepFrom } from '../../editors/site/model/rows.ts'
import { deleteSelected, duplicateSelected, moveSelected } from '../../editors/site/session/nodeActions.ts'
import type { EditorSession } from '../../editors/site/session/session.ts'

export interface ShortcutActions {
  palette(): void
  toggleNavigator(): void
  focusAgent(): void
  editText(nodeId: string): void
}

/** A key as shortcuts name it: `mod+shift+z`, `arrowdown`, `/`. */
export function keyName(event: Pick<KeyboardEvent, 'key' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey'>): string {
  const parts: string[] = []
  if (event.metaKey || event.ctrlKey) parts.push('mod')
  if (event.altKey) parts.push('alt')
  // With a sign such as `/` the Shift key is part of how some keyboards write it.
  if (event.shiftKey && (parts.includes('mod') || event.key.length > 1)) parts.push('shift')
  parts.push(event.key.toLowerCase())
  return parts.join('+')
}

/** Whether somebody writes into something, so that plain keys are letters. */
export function isWriting(target: EventTarget | null): boolean {
  if (target === null || !('nodeType' in target)) return false
  const element = target as Element
  if ('isContentEditable' in element && element.isContentEditable === true) return true
  return /^(INPUT|TEXTAREA|SELECT)$/.test(element.nodeName) && element.getAttribute('type') !== 'checkbox'
}

/** Whether a plain key belongs to what has the focus: everything in a dialog or a menu, and Enter on a button or a link. */
export function isTaken(name: string, target: EventTarget | null): boolean {
  if (target === null || !('closest' in target)) return false
  const within = (selector: string) => (target as Element).closest(selector) !== null
  if (within('[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]')) return true
  return name === 'enter' && within('button, a[href], summary, [role="tab"]')
}

/** Does what a key stands for. @returns whether it stood for something */
export function runShortcut(event: KeyboardEvent, session: EditorSession, actions: ShortcutActions): boolean {
  const name = keyName(event)
  const writing = isWriting(event.target)
  // The composer takes this key too, but does not bring its panel into sight.
  if (name === '/' && !writing && !isTaken(name, event.target)) actions.focusAgent()
  if (event.defaultPrevented || event.isComposing) return false
  const action = name.startsWith('mod')
    ? modified(name, session, actions, writing)
    : writing || isTaken(name, event.target)
      ? undefined
      : plain(name, session, actions)
  if (!action) return false
  event.preventDefault()
  action()
  return true
}

type Action = (() => void) | undefined

function modified(name: string, session: EditorSession, actions: ShortcutActions, writing: boolean): Action {
  if (name === 'mod+k') return actions.palette
  if (name === 'mod+\\') return actions.toggleNavigator
  // A field has an undo of its own while somebody writes in it.
  if (writing) return undefined
  if (name === 'mod+z') return session.undo
  if (name === 'mod+shift+z' || name === 'mod+y') return session.redo
  if (name === 'mod+d') return () => void duplicateSelected(session)
  return undefined
}

function plain(name: string, session: EditorSession, actions: ShortcutActions): Action {
  const { selected } = session.state.get()
  const tree = session.page.get()?.model.tree()
  const walk = (step: 'up' | 'down' | 'parent' | 'child'): Action => {
    if (!tree) return undefined
    return () => {
      const next = selected === undefined ? tree.root : stepFrom(tree, selected, step)
      if (next) session.select(next)
    }
  }
  const move = (step: Step): Action => (selected === undefined ? undefined : () => void moveSelected(session, step))
  switch (name) {
    case '/':
      return () => undefined
    case 'arrowup':
      return walk('up')
    case 'arrowdown':
      return walk('down')
    case 'arrowleft':
      return walk('parent')
    case 'arrowright':
      return walk('child')
    case 'alt+arrowup':
      return move('up')
    case 'alt+arrowdown':
      return move('down')
    case 'alt+arrowleft':
      return move('parent')
    case 'alt+arrowright':
      return move('child')
    case 'escape': {
      if (selected === undefined) return undefined
      const parent = tree?.node(selected)?.parent
      return () => session.select(parent || undefined)
    }
    case 'v':
      return () => session.select(undefined)
    case 't':
    case 'enter':
      return selected === undefined ? undefined : () => actions.editText(selected)
    case 'delete':
    case 'backspace':
      return selected === undefined ? undefined : () => void deleteSelected(session)
    default:
      return undefined
  }
}
