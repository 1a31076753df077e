/** Millimetres in each unit of length. */
export const lengthUnits: Readonly<Record<string, number>> = { mm: 1, cm: 10, m: 1000, in: 25.4, ft: 304.8 }
/** Degrees in each unit of angle. */
export const angleUnits: Readonly<Record<string, number>> = { deg: 1, rad: 180 / Math.PI }

/** Millimetres in a unit of length; one if there is no such unit. */
export const millimetresIn = (unit: string): number => lengthUnits[unit] ?? 1
