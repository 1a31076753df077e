/** The ways of laying out that have a button; `other` is every other value of `display`. */
export type DisplayKind = 'block' | 'row' | 'column' | 'grid' | 'none' | 'other'

/** @param direction the value of `flex-direction` */
export function displayKind(display: string, direction: string): DisplayKind {
  const text = display.trim().toLowerCase()
  if (text === 'block' || text === 'none') return text
  if (/(?:^|-|\s)grid$/.test(text)) return 'grid'
  if (/(?:^|-|\s)flex$/.test(text)) return direction.startsWith('column') ? 'column' : 'row'
  return 'other'
}

/** The declarations that a button writes: no direction where the initial one is meant already. */
export function displayChange(kind: DisplayKind, direction: string): Record<string, string | null> {
  if (kind === 'column') return { display: 'flex', 'flex-direction': 'column' }
  if (kind === 'row') return { display: 'flex', ...(direction.startsWith('column') ? { 'flex-direction': 'row' } : {}) }
  return kind === 'other' ? {} : { display: kind }
}

/** The properties that move items sideways and up and down. */
export function padAxes(kind: DisplayKind): { across: string; down: string } {
  if (kind === 'column') return { across: 'align-items', down: 'justify-content' }
  return { across: kind === 'grid' ? 'justify-items' : 'justify-content', down: 'align-items' }
}
