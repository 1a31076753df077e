/** Elements that the space key presses, also while a person types in them or in what they hold. */
const PRESSED = 'button, summary'

/** Makes the space key type a space in an element that it would press instead. */
export function typeSpaces(element: HTMLElement, signal: AbortSignal): void {
  if (!element.closest(PRESSED)) return
  const isSpace = ({ key, isComposing, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
    key === ' ' && !isComposing && !ctrlKey && !metaKey && !altKey
  element.addEventListener(
    'keydown',
    (event) => {
      if (!isSpace(event)) return
      event.preventDefault()
      element.ownerDocument.execCommand('insertText', false, ' ')
    },
    { signal },
  )
  // Letting the key go is what presses.
  element.addEventListener('keyup', (event) => isSpace(event) && event.preventDefault(), { signal })
}
