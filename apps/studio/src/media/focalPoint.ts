/** A point of a picture, in per cent of its width and height. */
export interface FocalPoint {
  x: number
  y: number
}

const WORDS: Readonly<Record<string, number>> = { left: 0, top: 0, center: 50, right: 100, bottom: 100 }

/** The point that a value of `object-position` names in words or per cent; undefined for any other, such as lengths. */
export function readFocalPoint(value: string | undefined): FocalPoint | undefined {
  const [first = '', second = 'center', ...rest] = (value ?? '').trim().toLowerCase().split(/\s+/)
  const isTurned = /^(?:top|bottom)$/.test(first) || /^(?:left|right)$/.test(second)
  const x = per(isTurned ? second : first)
  const y = per(isTurned ? first : second)
  return x === undefined || y === undefined || rest.length > 0 ? undefined : { x, y }
}

function per(text: string): number | undefined {
  const number = /^(-?\d{1,4}(?:\.\d{1,6})?)%$/.exec(text)?.[1]
  return number === undefined ? WORDS[text] : Number(number)
}

/** The value of `object-position`, in whole per cent within the picture. */
export function focalPointText({ x, y }: FocalPoint): string {
  return `${inside(x)}% ${inside(y)}%`
}

const inside = (value: number) => Math.round(Math.min(100, Math.max(0, value)))
