/** Begins a file of CSV, so that spreadsheets read it as UTF-8. */
export const CSV_START = '\uFEFF'

/** Rows of CSV (RFC 4180), with an apostrophe before every text that a spreadsheet would take for a formula. */
export const csvRows = (rows: readonly (readonly unknown[])[]): string =>
  rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')

/** The start of a formula, also full-width and behind spaces or invisible signs, and the start of another cell. */
const isFormula = /^(?:[\t\r\n]|[\s\p{C}]*[=+\-@＝＋－＠])/u

function cell(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const safe = isFormula.test(text) ? `'${text}` : text
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
