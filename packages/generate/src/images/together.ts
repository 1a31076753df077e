import type { FoundImage, ImageQuery, ImageService } from '@atelier/site'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { ImageBudget } from './finder.ts'
import {
  checkStatus,
  isOwnFile,
  parseJson,
  requestService,
  type ServiceResponse,
  ServiceTrouble,
  WITHOUT,
} from './request.ts'
import { answerOf } from './service.ts'

const GENERATIONS = 'https://api.together.xyz/v1/images/generations'
const FILES = ['together.xyz', 'together.ai']
const MAX_ANSWER = 12 * 1024 * 1024
/** Per picture. */
const TIMEOUT = 30_000
const ENDING = ', professional photography, high resolution, sharp detail, beautiful lighting'

/** The models that can be chosen, with their steps and the price of one picture in US dollars. */
export const togetherModels = {
  'black-forest-labs/FLUX.1-dev': { steps: 20, price: 0.025 },
  'black-forest-labs/FLUX.1-schnell': { steps: 4, price: 0.003 },
  'Rundiffusion/Juggernaut-Lightning-Flux': { steps: 4, price: 0.002 },
  'black-forest-labs/FLUX.1.1-pro': { steps: 20, price: 0.04 },
} as const satisfies Record<string, { steps: number; price: number }>

export type TogetherModel = keyof typeof togetherModels

const sizes: Readonly<Record<ImageQuery['orientation'], { width: number; height: number }>> = {
  landscape: { width: 1024, height: 768 },
  portrait: { width: 768, height: 1024 },
  square: { width: 1024, height: 1024 },
}

const Made = Type.Object({
  data: Type.Array(Type.Object({ b64_json: Type.Optional(Type.String()), url: Type.Optional(Type.String()) }), {
    minItems: 1,
  }),
})
const Refused = Type.Object({ error: Type.Object({ message: Type.String() }) })

export interface TogetherOptions {
  fetch: typeof globalThis.fetch
  key: string
  model?: TogetherModel
  budget: ImageBudget
}

/** Has pictures made by a model at Together. Each costs its price, also where it is refused afterwards. */
export function createTogether({
  fetch,
  key,
  budget,
  model = 'black-forest-labs/FLUX.1-dev',
}: TogetherOptions): ImageService {
  const { steps, price } = togetherModels[model]
  const ask = (request: { url: string; init?: { method: string; headers: Record<string, string>; body: string } }) =>
    requestService(fetch, { service: 'Together', timeoutMs: TIMEOUT, maxBytes: MAX_ANSWER, ...request })

  const make = async ({ query, count, orientation }: ImageQuery, number: number): Promise<FoundImage> => {
    const angle = count > 1 ? `, angle ${number} of ${count}` : ''
    const body = {
      model,
      prompt: query + angle + ENDING,
      ...sizes[orientation],
      steps,
      n: 1,
      response_format: 'base64',
    }
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const answer = await ask({ url: GENERATIONS, init: { method: 'POST', headers, body: JSON.stringify(body) } })
    checkStatus('Together', answer, reasonOf(answer, key))
    const made = parseJson(answer)
    if (!Value.Check(Made, made)) {
      throw new ServiceTrouble('Together sent something else than a picture.', 'Try it again later.')
    }
    const [{ b64_json: encoded, url }] = [made.data[0] ?? {}]
    const picture = { alt: query, costUsd: price }
    if (encoded !== undefined) return { bytes: new Uint8Array(Buffer.from(encoded, 'base64')), ...picture }
    if (url === undefined || !isOwnFile(url, FILES)) {
      throw new ServiceTrouble('Together named a picture on a host that is not its own.', 'Try it again later.')
    }
    const file = await ask({ url })
    checkStatus('Together', file)
    return { bytes: file.bytes, declaredType: file.type, ...picture }
  }

  return {
    name: 'together',
    costUsd: ({ count }) => price * count,
    async find(query, signal) {
      const reserved = await budget.reserve(model, price * query.count)
      if (!reserved.ok) return { ok: false, problem: reserved.problem, hint: WITHOUT }
      const answer = await answerOf(async () =>
        Array.from({ length: query.count }, (_, at) => () => make(query, at + 1)),
      )
      // A stopped picture may exist, and then costs its price.
      const unknown = signal?.aborted ? price * query.count : 0
      await reserved.settle(answer.ok ? price * answer.images.length : unknown)
      return answer
    },
  }
}

/** Why a query was refused, in the words of the service; never with the key in them. */
function reasonOf(answer: ServiceResponse, key: string): string {
  const said = parseJson(answer)
  if (!Value.Check(Refused, said)) return ''
  return said.error.message.replaceAll(key, '…').slice(0, 200).trim().replace(/\.$/, '')
}
