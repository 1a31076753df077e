import { type BoxSide, boxSides } from './boxSides.ts'

/** The places of a positioned element, row by row; `fill` is the middle: all four sides. */
export const anchors = [
  ...(['top-left', 'top', 'top-right'] as const),
  ...(['left', 'fill', 'right'] as const),
  ...(['bottom-left', 'bottom', 'bottom-right'] as const),
] as const
export type Anchor = (typeof anchors)[number]

/** The sides that hold the element. A single edge holds its two ends too, so that the element fills that edge. */
const sidesOf: Readonly<Record<Anchor, readonly BoxSide[]>> = {
  'top-left': ['top', 'left'],
  top: ['top', 'left', 'right'],
  'top-right': ['top', 'right'],
  left: ['left', 'top', 'bottom'],
  fill: boxSides,
  right: ['right', 'top', 'bottom'],
  'bottom-left': ['bottom', 'left'],
  bottom: ['bottom', 'left', 'right'],
  'bottom-right': ['bottom', 'right'],
}

/** The sides at 0 and the others taken away. */
export function anchorChange(anchor: Anchor): Record<BoxSide, string | null> {
  const value = (side: BoxSide) => (sidesOf[anchor].includes(side) ? '0' : null)
  return { top: value('top'), right: value('right'), bottom: value('bottom'), left: value('left') }
}

/** The anchor whose sides are exactly those that have a length. @param read the value of a side, empty for none */
export function anchorOf(read: (side: BoxSide) => string): Anchor | undefined {
  const held = boxSides.filter((side) => !/^(?:auto)?$/.test(read(side)))
  return anchors.find(
    (each) => sidesOf[each].length === held.length && sidesOf[each].every((side) => held.includes(side)),
  )
}
