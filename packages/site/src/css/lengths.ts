/** CSS pixels in each absolute unit, and in those that a media query takes from the initial font size (Media Queries 5, 1.3). */
export const pixelsPerUnit: Readonly<Record<string, number>> = {
  px: 1,
  em: 16,
  rem: 16,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
  q: 96 / 101.6,
  pt: 4 / 3,
  pc: 16,
}
