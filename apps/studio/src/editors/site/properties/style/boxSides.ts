import type { DragKeys } from '../fields/useScrub.ts'

export const boxSides = ['top', 'right', 'bottom', 'left'] as const
export type BoxSide = (typeof boxSides)[number]
export type BoxKind = 'margin' | 'padding' | 'inset'

/** `padding-top`; the sides of `inset` are properties of their own. */
export const boxProperty = (kind: BoxKind, side: BoxSide) => (kind === 'inset' ? side : `${kind}-${side}`)

const opposite = { top: 'bottom', bottom: 'top', left: 'right', right: 'left' } as const

/** The sides that change together: with alt the opposite one too, with shift all. */
export function movedSides(side: BoxSide, { shift, alt }: DragKeys): readonly BoxSide[] {
  return shift ? boxSides : alt ? [side, opposite[side]] : [side]
}
