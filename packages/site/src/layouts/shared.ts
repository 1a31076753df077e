import type { LayoutPart } from './layout.ts'

/** A picture that is still to be chosen: its size keeps the place, so that nothing jumps when the real one comes. */
export const placeholder =
  "<img src=\"data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='1200' height='800'%3E%3Crect width='1200' height='800' fill='%239993'/%3E%3C/svg%3E\" alt=\"\" width=\"1200\" height=\"800\">"

export const button: LayoutPart = {
  also: ['btn', 'button-primary', 'btn-primary', 'cta'],
  needs: ['background', 'padding'],
  css: `display: inline-block
padding: {space:12} {space:24}
border: 0
border-radius: {radius?:8}
background: {color:accent}
color: {color:on-accent}
font: inherit
text-decoration: none`,
  states: { ':hover': 'opacity: 0.85' },
}

export const quietButton: LayoutPart = {
  also: ['btn-secondary', 'button-outline', 'btn-outline', 'button-ghost'],
  needs: ['padding', 'border'],
  css: `display: inline-block
padding: {space:12} {space:24}
border: 1px solid
border-radius: {radius?:8}
color: inherit
text-decoration: none`,
  states: { ':hover': 'opacity: 0.7' },
}

export const actions: LayoutPart = {
  also: ['buttons', 'button-row', 'cluster', 'row'],
  needs: ['display', 'gap'],
  css: `display: flex
flex-wrap: wrap
gap: {space:16}
align-items: center`,
}

/** The room around a section of a page, as a line of its own. */
export const sectionPadding = '\npadding: {space:48} {space:24}'

/** Columns side by side, and one under the other on phones. */
export const columns = (tracks: string, gap = 32): Pick<LayoutPart, 'css' | 'wide' | 'narrow' | 'needs'> => ({
  css: `display: grid
gap: {space:${gap}}`,
  wide: `grid-template-columns: ${tracks}`,
  narrow: 'grid-template-columns: minmax(0, 1fr)',
  needs: ['display', 'grid-template-columns'],
})
