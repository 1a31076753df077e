/** Reads the rows of a text with separated values (RFC 4180) as it comes, in pieces of any length. */
export interface CsvReader {
  /** Takes the next piece, and returns the rows that it completes. */
  push(text: string): string[][]
  /** The row that no line break ended, if there is one. */
  end(): { rows: string[][]; openQuote: boolean }
}

export const delimiters = [',', ';', '\t', '|'] as const
export type Delimiter = (typeof delimiters)[number]

/**
 * A quote begins a quoted field only where a field begins; elsewhere it is a sign like any other. Lines end with LF, CR or
 * both. Lines without any sign are left out.
 */
export function createCsvReader(delimiter: string): CsvReader {
  let row: string[] = []
  let field = ''
  /** Within quotes; after a quote that may end them; or neither. */
  let state: 'plain' | 'quoted' | 'quote' = 'plain'
  let wasQuoted = false
  let afterReturn = false

  const endField = () => {
    row.push(field)
    field = ''
    wasQuoted = false
    state = 'plain'
  }

  function push(text: string): string[][] {
    const rows: string[][] = []
    const endRow = () => {
      const isEmpty = row.length === 0 && field === '' && !wasQuoted
      endField()
      if (!isEmpty) rows.push(row)
      row = []
    }
    for (let at = 0; at < text.length; at += 1) {
      const sign = text[at] ?? ''
      if (state === 'quoted') {
        // All up to the next quote at once: signs one by one are slow in long texts.
        const close = text.indexOf('"', at)
        field += text.slice(at, close < 0 ? text.length : close)
        if (close < 0) return rows
        at = close
        state = 'quote'
        continue
      }
      if (state === 'quote') {
        if (sign === '"') {
          field += '"'
          state = 'quoted'
          continue
        }
        state = 'plain'
      }
      const isBreakOfReturn = sign === '\n' && afterReturn
      afterReturn = sign === '\r'
      if (isBreakOfReturn) continue
      if (sign === delimiter) endField()
      else if (sign === '\n' || sign === '\r') endRow()
      else if (sign === '"' && field === '' && !wasQuoted) {
        wasQuoted = true
        state = 'quoted'
      } else field += sign
    }
    return rows
  }

  return {
    push,
    end() {
      const openQuote = state === 'quoted'
      if (row.length === 0 && field === '' && !wasQuoted) return { rows: [], openQuote }
      endField()
      const rows = [row]
      row = []
      return { rows, openQuote }
    },
  }
}

/** The delimiter by which the first lines fall into the same number of fields, as many as possible; a comma if none does. */
export function findDelimiter(sample: string): Delimiter {
  let best: { delimiter: Delimiter; score: number } = { delimiter: ',', score: 0 }
  for (const delimiter of delimiters) {
    const reader = createCsvReader(delimiter)
    const rows = reader.push(sample).slice(0, 20)
    if (rows.length === 0) rows.push(...reader.end().rows)
    const [first = []] = rows
    if (first.length < 2) continue
    const same = rows.filter((row) => row.length === first.length).length / rows.length
    const score = same * 100 + Math.min(first.length, 50)
    if (score > best.score) best = { delimiter, score }
  }
  return best.delimiter
}
