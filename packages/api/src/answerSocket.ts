import { type Static, Type } from 'typebox'
import { readContentChanges } from './content.ts'
import type { Route } from './route.ts'
import { readStream } from './sessions.ts'

/**
 * GET routes whose answers stay open. Each can also be read over a WebSocket at the same address, because a browser
 * opens six connections to a server over HTTP/1.1, for all of its tabs together, and sockets are not among them.
 *
 * The first message is an `AnswerHead` as JSON. Each further message is a binary piece of the body. The server closes
 * with 1000 at the end of the body, and with another code if it was cut.
 */
export const answerSocketRoutes: readonly Route[] = [readStream, readContentChanges]

export const AnswerHead = Type.Object({
  status: Type.Integer({ minimum: 200, maximum: 599 }),
  headers: Type.Record(Type.String(), Type.String()),
})
export type AnswerHead = Static<typeof AnswerHead>
