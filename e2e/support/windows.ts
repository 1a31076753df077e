/** The sizes of windows in which screens are checked and pictured, in CSS pixels. */
export const windows = [
  [1440, 900],
  [1024, 768],
  [390, 844],
] as const
