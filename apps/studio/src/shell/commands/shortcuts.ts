import { commandOfKey, type EditorCommand } from './command.ts'

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

/** Whether the user is typing into a field, so that plain keys are letters. */
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

/** The part of a keyboard event that a shortcut needs. */
export type KeyPress = Pick<
  KeyboardEvent,
  | 'key'
  | 'metaKey'
  | 'ctrlKey'
  | 'shiftKey'
  | 'altKey'
  | 'isComposing'
  | 'target'
  | 'defaultPrevented'
  | 'preventDefault'
>

/**
 * Runs the command of a key. Keys with Ctrl, ⌘ or Alt belong to their command even if it is not offered now, so that
 * the browser does nothing else with them.
 * @returns whether a command ran
 */
export function runShortcut(event: KeyPress, commands: readonly EditorCommand[]): boolean {
  const name = keyName(event)
  const command = commandOfKey(commands, name)
  if (!command || command.native || event.isComposing) return false
  // A field has keys of its own while the user types in it.
  if (isWriting(event.target) && !command.whileWriting) return false
  if (!name.startsWith('mod') && isTaken(name, event.target)) return false
  if (event.defaultPrevented && !command.always) return false
  const offered = command.offered()
  if (offered || /^(mod|alt)\+/.test(name)) event.preventDefault()
  if (offered) command.run()
  return offered
}
