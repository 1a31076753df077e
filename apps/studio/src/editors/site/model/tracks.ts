import { splitList } from './lists.ts'
import { printNumber, readNumber } from './numberText.ts'

/** The tracks of `grid-template-columns` or `-rows`, with a plain `repeat(3, …)` written out; undefined for what is no list of tracks. */
export function readTracks(value: string): string[] | undefined {
  const text = value.trim()
  if (text === '' || text === 'none') return []
  const tracks: string[] = []
  for (const part of splitList(text, 'whitespace')) {
    const repeat = /^repeat\(\s*(\d{1,3})\s*,(.*)\)$/is.exec(part)
    if (repeat) {
      const inner = splitList(repeat[2] ?? '', 'whitespace')
      for (let count = 0; count < Math.min(Number(repeat[1]), 100); count += 1) tracks.push(...inner)
    } else if (/^(?:repeat\(|subgrid|masonry|var\()/i.test(part)) return undefined
    else tracks.push(part)
  }
  return tracks
}

/** Tracks as CSS; three or more equal ones as `repeat()`. */
export function printTracks(tracks: readonly string[]): string {
  const [first] = tracks
  if (first === undefined) return 'none'
  if (tracks.length > 2 && tracks.every((track) => track === first)) return `repeat(${tracks.length}, ${first})`
  return tracks.join(' ')
}

/**
 * Two neighbours after the line between them was dragged: fractions share what they had together, a length grows.
 * @param widths of the tracks as they are laid out, in pixels
 * @param by pixels to the right
 */
export function dragTrack(tracks: readonly string[], widths: readonly number[], index: number, by: number): string[] {
  const result = [...tracks]
  const [left, right] = [trackSize(tracks[index] ?? ''), trackSize(tracks[index + 1] ?? '')]
  const [leftWidth = 0, rightWidth = 0] = [widths[index], widths[index + 1]]
  if (left?.unit === 'fr' && right?.unit === 'fr' && leftWidth + rightWidth > 0) {
    const whole = left.value + right.value
    const share = Math.min(0.95, Math.max(0.05, (leftWidth + by) / (leftWidth + rightWidth)))
    const value = Math.round(share * whole * 20) / 20
    result[index] = withFraction(tracks[index] ?? '', value)
    result[index + 1] = withFraction(tracks[index + 1] ?? '', whole - value)
    return result
  }
  const isRight = left?.unit === 'fr' && right !== undefined && right.unit !== 'fr'
  const at = isRight ? index + 1 : index
  const width = isRight ? rightWidth - by : leftWidth + by
  const unit = trackSize(tracks[at] ?? '')?.unit
  if (unit === '%' || unit === 'fr') return result
  const pixels = Math.max(0, Math.round(width))
  result[at] = unit === 'rem' || unit === 'em' ? printNumber({ value: pixels / 16, unit }) : `${pixels}px`
  return result
}

const flexible = /^(minmax\([^,]{1,100},\s*)([\d.]{1,12}fr)(\s*\))$/i

/** The size of a track: its number, or the fraction that it grows to. */
const trackSize = (track: string) => readNumber(flexible.exec(track)?.[2] ?? track)

/** A track with another fraction, its least size as it was. */
function withFraction(track: string, value: number): string {
  const text = printNumber({ value, unit: 'fr' })
  return flexible.test(track)
    ? track.replace(flexible, (_, start: string, __, end: string) => `${start}${text}${end}`)
    : text
}
