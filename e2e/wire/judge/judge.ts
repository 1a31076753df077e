import type { IncomingHttpHeaders } from 'node:http'
import { anthropicJudge } from './anthropic.ts'
import { type Bound, createBound } from './bound.ts'
import { chatJudge } from './chatCompletions.ts'
import { responsesJudge } from './responses.ts'
import type { ScriptedAnswer, WireId } from './script.ts'
import { createSeals, type Seals } from './seals.ts'

export interface JudgedRequest {
  headers: IncomingHttpHeaders | Record<string, string>
  /** The parsed body. */
  body: unknown
}

/** A provider that takes nothing illegal: it answers in its own wire and remembers what it sealed. */
export interface Judge {
  /** Its checks of its own reasoning. */
  bound: Bound
  /** Where requests for an answer go. */
  path: string
  /** The bytes of an answer. */
  answer(answer: ScriptedAnswer, model: string): string
  /** Every rule of the provider that the request breaks; empty where it would be taken. */
  problems(request: JudgedRequest): string[]
  /** The body of the 400 that says so. */
  refusal(message: string): object
}

/** @param salt tells the ids and seals of two judges apart */
export function createJudge(wire: WireId, salt = wire): Judge {
  const seals = createSeals(salt.replace(/[^a-zA-Z0-9]/g, ''))
  return { ...wireJudge(wire, seals), bound: createBound(seals) }
}

/** A judge of one wire, without what it checks over several requests. */
export type WireJudge = Omit<Judge, 'bound'>

function wireJudge(wire: WireId, seals: Seals): WireJudge {
  switch (wire) {
    case 'anthropic':
      return anthropicJudge(seals)
    case 'openai':
      return responsesJudge(seals, { router: false })
    case 'openrouter':
      return responsesJudge(seals, { router: true })
    case 'ollama':
      return chatJudge(seals, { reasoning: 'reasoning', wholeCalls: true, path: '/v1/chat/completions', local: true })
    case 'compatible':
      return chatJudge(seals, {
        reasoning: 'reasoning_content',
        wholeCalls: false,
        path: '/v1/chat/completions',
        local: false,
      })
  }
}
