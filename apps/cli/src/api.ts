import { type AnswerOf, addressOf, type Route } from '@atelier/api'
import { type InputOf, isAnswerOf } from '@atelier/api/client'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { exitCodes, Problem } from './problem.ts'

const Failure = Type.Object({
  error: Type.Object({
    message: Type.String(),
    hint: Type.Optional(Type.String()),
    path: Type.Optional(Type.String()),
  }),
})

/** A running server, as its API is reached with a key. */
export interface Api {
  /**
   * Calls a route of the contract whose answer is a stream or a file. The body is not typed, because the server itself
   * says what is wrong with an option of the command line.
   * @param input its body is sent as JSON, bytes as a zip archive
   * @throws Problem with the server's own sentence when it refuses, or when it cannot be reached
   */
  open<const R extends Route>(route: R, input: Opened<R>): Promise<Response>
  /** Calls a route of the contract, and checks its answer. */
  call<const R extends Route>(route: R, input: InputOf<R>): Promise<AnswerOf<R>>
}

/** The input of a route, with any body. */
export type Opened<R extends Route> = Omit<InputOf<R>, 'body'> & { readonly body?: unknown }

export interface ApiOptions {
  env: Record<string, string | undefined>
  fetch: typeof fetch
}

/** @throws Problem (usage) if no key is set, or the address is invalid */
export function createApi({ env, fetch }: ApiOptions): Api {
  const address = env.ATELIER_URL || 'http://localhost:4000'
  const key = env.ATELIER_API_KEY
  const { usage } = exitCodes
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol)) {
    throw new Problem(`ATELIER_URL is "${address}", which is not a web address.`, { code: usage })
  }
  if (!key) {
    const hint = 'Make a key in the studio under Account, and set ATELIER_API_KEY to it.'
    throw new Problem('ATELIER_API_KEY is not set.', { code: usage, hint })
  }
  const base = address.replace(/\/{1,9}$/, '')

  const request = async (method: string, path: string, body: unknown): Promise<Response> => {
    const answer = await fetch(`${base}${path}`, {
      method,
      redirect: 'error',
      headers: {
        authorization: `Bearer ${key}`,
        ...(body === undefined
          ? {}
          : { 'content-type': body instanceof Uint8Array ? 'application/zip' : 'application/json' }),
      },
      ...(body === undefined ? {} : { body: body instanceof Uint8Array ? Buffer.from(body) : JSON.stringify(body) }),
    }).catch((error: unknown) => {
      const why = error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : ''
      const hint = 'Is the server running? Set ATELIER_URL if it runs at another address.'
      throw new Problem(`There is no answer from ${base}${why}.`, { hint })
    })
    if (!answer.ok) throw await answerProblem(answer, base)
    return answer
  }

  return {
    open: (route, input) => request(route.method, addressOf(route, input), input.body),
    async call(route, input) {
      const answer = await request(route.method, addressOf(route, input), input.body)
      const read: unknown = await answer.json().catch(() => undefined)
      if (isAnswerOf(route, read)) return read
      throw new Problem(`${base} did not answer like an Atelier server.`, { hint: 'Look at ATELIER_URL.' })
    },
  }
}

async function answerProblem(answer: Response, base: string): Promise<Problem> {
  const read: unknown = await answer.json().catch(() => undefined)
  if (!Value.Check(Failure, read)) return new Problem(`${base} answered with status ${answer.status}.`)
  const { message, hint } = read.error
  if (answer.status === 401) {
    return new Problem('The server does not know this key.', {
      hint: 'Set ATELIER_API_KEY to a key made in the studio.',
    })
  }
  return new Problem(message, hint === undefined ? {} : { hint })
}
