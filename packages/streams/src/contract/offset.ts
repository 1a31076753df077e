const zero = '0'.repeat(16)

/** The offset after entry `seq` (0 for the start): opaque to clients, of fixed width so that offsets sort as text. */
export function formatOffset(seq: number): string {
  return `${String(seq).padStart(16, '0')}_${zero}`
}

/** The number of the entry before an offset; undefined for anything that `formatOffset` did not make. */
export function parseOffset(offset: string): number | undefined {
  if (offset === '-1') return 0
  const match = /^(\d{16})_0{16}$/.exec(offset)
  if (!match) return undefined
  const seq = Number(match[1])
  return Number.isSafeInteger(seq) ? seq : undefined
}
