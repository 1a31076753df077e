import type { TooltipSide } from './Tooltip.tsx'

interface Size {
  width: number
  height: number
}

interface Box extends Size {
  x: number
  y: number
}

const gap = 6
const margin = 8
const opposite = { top: 'bottom', bottom: 'top', left: 'right', right: 'left' } as const

/**
 * The position of something of `size` beside `anchor`: centred on the wanted side, on the opposite one if that has no
 * room, and never over the edge of the window. All in CSS pixels.
 */
export function placeBeside(anchor: Box, size: Size, window: Size, wanted: TooltipSide): { x: number; y: number } {
  const side = fits(anchor, size, window, wanted) ? wanted : opposite[wanted]
  const middleX = anchor.x + anchor.width / 2 - size.width / 2
  const middleY = anchor.y + anchor.height / 2 - size.height / 2
  const place = {
    top: { x: middleX, y: anchor.y - gap - size.height },
    bottom: { x: middleX, y: anchor.y + anchor.height + gap },
    left: { x: anchor.x - gap - size.width, y: middleY },
    right: { x: anchor.x + anchor.width + gap, y: middleY },
  }[side]
  return {
    x: Math.round(clampToWindow(place.x, window.width - size.width)),
    y: Math.round(clampToWindow(place.y, window.height - size.height)),
  }
}

export function readSide(value: string | undefined): TooltipSide {
  return value === 'top' || value === 'left' || value === 'right' ? value : 'bottom'
}

function fits(anchor: Box, size: Size, window: Size, side: TooltipSide): boolean {
  const room = {
    top: anchor.y - size.height,
    bottom: window.height - (anchor.y + anchor.height) - size.height,
    left: anchor.x - size.width,
    right: window.width - (anchor.x + anchor.width) - size.width,
  }[side]
  return room >= gap + margin
}

function clampToWindow(value: number, most: number): number {
  return Math.max(margin, Math.min(value, most - margin))
}
