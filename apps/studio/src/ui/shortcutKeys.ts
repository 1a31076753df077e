const apple = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent)

const names: Record<string, [apple: string, other: string]> = {
  mod: ['⌘', 'Ctrl'],
  shift: ['⇧', 'Shift'],
  alt: ['⌥', 'Alt'],
  enter: ['↵', 'Enter'],
  escape: ['Esc', 'Esc'],
  backspace: ['⌫', 'Backspace'],
  delete: ['⌦', 'Delete'],
  f2: ['F2', 'F2'],
  arrowup: ['↑', '↑'],
  arrowdown: ['↓', '↓'],
  arrowleft: ['←', '←'],
  arrowright: ['→', '→'],
}

/** The keys of a shortcut as this platform writes them: `mod+shift+z` is `⇧⌘Z` on a Mac and `Ctrl Shift Z` elsewhere. */
export function shortcutKeys(shortcut: string, onApple: boolean = apple): string[] {
  return shortcut.split(/(?<=[^+])\+/).map((key) => {
    const name = names[key.toLowerCase()]
    return name ? name[onApple ? 0 : 1] : /^(.|f\d+)$/.test(key) ? key.toUpperCase() : key
  })
}
