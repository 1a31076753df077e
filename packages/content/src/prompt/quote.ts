import { clean } from '@atelier/operation'

/** What a person wrote, for a prompt: quoted, on one line, cut, and unable to close the block that it stands in. */
export const quote = (text: string, length = 80): string => JSON.stringify(clean(text, length))

/** A value that a person wrote, in the same way. */
export const quoteValue = (value: unknown, length = 200): string => clean(JSON.stringify(value) ?? 'null', length)
