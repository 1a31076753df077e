import { argumentsOf, pieces, type ScriptedAnswer, usualUsage } from '../script.ts'
import type { Seals } from '../seals.ts'

export interface ChatFlavour {
  /** The field in which reasoning travels. */
  reasoning: 'reasoning_content' | 'reasoning'
  /** Ollama sends each call whole, in one delta. */
  wholeCalls: boolean
}

const finishReasons = {
  max_tokens: 'length',
  pause: 'stop',
  refusal: 'content_filter',
  content_filter: 'content_filter',
  context_overflow: 'length',
} as const

/** An answer as chat completion chunks, with a usage chunk without choices and `[DONE]`. */
export function chatAnswer(answer: ScriptedAnswer, model: string, seals: Seals, flavour: ChatFlavour): string {
  const issued = seals.begin()
  const usage = { ...usualUsage, ...answer.usage }
  const head = { id: issued.id('chatcmpl'), object: 'chat.completion.chunk', created: 1_790_000_000, model }
  const chunk = (delta: object, finish_reason: string | null = null) => ({
    ...head,
    choices: [{ index: 0, delta, finish_reason, logprobs: null }],
  })
  const chunks: object[] = [chunk({ role: 'assistant', content: '' })]
  if (answer.reasoning) issued.says(answer.reasoning)
  for (const piece of pieces(answer.reasoning ?? '', answer.piece))
    chunks.push(chunk({ [flavour.reasoning]: piece, content: '' }))
  for (const content of pieces(answer.text ?? '', answer.piece)) chunks.push(chunk({ content }))
  for (const [index, call] of (answer.calls ?? []).entries()) {
    const id = issued.id('call')
    const json = argumentsOf(call)
    const whole = (text: string) => ({
      tool_calls: [{ index, id, type: 'function', function: { name: call.name, arguments: text } }],
    })
    if (flavour.wholeCalls) chunks.push(chunk(whole(json)))
    else {
      chunks.push(chunk(whole('')))
      for (const piece of pieces(json, answer.piece))
        chunks.push(chunk({ tool_calls: [{ index, function: { arguments: piece } }] }))
    }
  }
  const finish = answer.stop ? finishReasons[answer.stop] : answer.calls?.length ? 'tool_calls' : 'stop'
  issued.done(finish)
  chunks.push(chunk({}, finish))
  const prompt = usage.input + usage.cacheRead
  chunks.push({
    ...head,
    choices: [],
    usage: {
      prompt_tokens: prompt,
      completion_tokens: usage.output,
      total_tokens: prompt + usage.output,
      prompt_tokens_details: { cached_tokens: usage.cacheRead },
      completion_tokens_details: { reasoning_tokens: usage.reasoning },
    },
  })
  const end = answer.lineEnd ?? '\n'
  return `${[...chunks.map((one) => JSON.stringify(one)), '[DONE]'].map((data) => `data: ${data}${end}${end}`).join('')}`
}
