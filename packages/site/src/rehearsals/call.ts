import type { Static, TSchema } from 'typebox'

/** A call as a rehearsal makes it; the types hold its input to the operation's own. */
export function callOf<Input extends TSchema>(
  { name }: { readonly name: string; readonly input: Input },
  input: Static<Input>,
): { name: string; input: Static<Input> } {
  return { name, input }
}
