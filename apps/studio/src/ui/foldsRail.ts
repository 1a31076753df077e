/** Whether a key folds the panel that it is pressed in: Escape does, except in a field, where it restores the text. */
export function foldsRail({
  key,
  defaultPrevented,
  target,
}: Pick<KeyboardEvent, 'key' | 'defaultPrevented' | 'target'>) {
  const isInField = target instanceof Element && target.matches('input, textarea, select, [contenteditable]')
  return key === 'Escape' && !defaultPrevented && !isInField
}
