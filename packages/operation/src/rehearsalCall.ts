import type { Static, TSchema } from 'typebox'

/** A call of a rehearsal; the types check its input against the operation's schema. */
export function callOf<Input extends TSchema>(
  { name }: { readonly name: string; readonly input: Input },
  input: Static<Input>,
): { name: string; input: Static<Input> } {
  return { name, input }
}
