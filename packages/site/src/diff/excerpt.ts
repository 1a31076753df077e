import { excerpt } from '@atelier/operation'

/** A value on one line, short enough for a list. */
export function valueExcerpt(text: string, length = 120): string {
  const line = text.trim().replace(/\s+/g, ' ')
  return excerpt(line, length)
}
