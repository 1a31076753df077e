import { type Static, Type } from 'typebox'

/** The body of every answer with an error status. */
export const ErrorBody = Type.Object({
  error: Type.Object({
    /** To branch on. */
    code: Type.String(),
    /** A sentence for a person. */
    message: Type.String(),
    /** The position in the input, as a JSON pointer. */
    path: Type.Optional(Type.String()),
    expected: Type.Optional(Type.String()),
    received: Type.Optional(Type.String()),
    hint: Type.Optional(Type.String()),
  }),
})
export type ErrorBody = Static<typeof ErrorBody>

/** The answer of a route without other output; a session cookie may come with it. */
export const Done = Type.Object({ ok: Type.Literal(true) })

/** The id of what was made. */
export const Made = Type.Object({ id: Type.String() })
