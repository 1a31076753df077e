import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createJudge } from './judge.ts'
import { isObject } from './rules.ts'
import type { ScriptedAnswer, WireId } from './script.ts'

/** An answer, and how it travels; or a failure in its place. */
export interface JudgedAnswer extends ScriptedAnswer {
  status?: number
  /** The failure's message. */
  message?: string
  headers?: Record<string, string>
  /** Bytes per packet; the whole answer at once where absent. */
  packet?: number
  /** Milliseconds between packets. */
  delayMs?: number
  /** The connection is cut after this share of the bytes, 0…1. */
  cutAt?: number
  /** After this share of the bytes the connection stays open and silent. */
  stallAt?: number
}

export interface SeenRequest {
  path: string
  headers: IncomingHttpHeaders
  body: unknown
}

export type JudgeScript = readonly JudgedAnswer[] | ((request: SeenRequest, at: number) => JudgedAnswer)

export interface JudgeServer {
  /** Its root. */
  url: string
  /** The base URL of a credential. */
  baseUrl: string
  /** The requests for an answer that were legal, oldest first. */
  requests: SeenRequest[]
  /** The refusals, and their rules: empty at the end of a good test. */
  refusals: { at: number; problems: string[]; body: unknown }[]
  /** The answers to coming requests. */
  plays(script: JudgeScript): void
  /** Answers that the client left before their end. */
  abandoned(): number
  close(): Promise<void>
}

export interface JudgeOptions {
  wire: WireId
  /** Played in order, the last one again and again. */
  script: JudgeScript
  /** Told of each request for an answer, also of one that is refused. */
  onRequest?(request: SeenRequest): void
}

/** A provider on a socket that refuses illegal requests with 400 and plays the script otherwise. */
export async function startJudge(options: JudgeOptions): Promise<JudgeServer> {
  const judge = createJudge(options.wire)
  const requests: SeenRequest[] = []
  const refusals: JudgeServer['refusals'] = []
  let script = options.script
  let played = 0
  let abandoned = 0

  function take(seen: SeenRequest, response: ServerResponse) {
    if (!seen.path.endsWith(judge.path)) return listModels(response)
    options.onRequest?.(seen)
    const problems = [...judge.problems(seen), ...judge.bound.problems(seen.body)]
    if (problems.length > 0) {
      refusals.push({ at: requests.length, problems, body: seen.body })
      return json(response, 400, judge.refusal(problems.join(' | ')))
    }
    requests.push(seen)
    const at = played++
    const answer = typeof script === 'function' ? script(seen, at) : script[Math.min(at, script.length - 1)]
    response.on('close', () => {
      if (!response.writableFinished) abandoned += 1
    })
    if (!answer) return json(response, 500, judge.refusal('The script is empty.'))
    if (answer.status !== undefined && answer.status !== 200)
      return json(
        response,
        answer.status,
        judge.refusal(answer.message ?? `Failing with ${answer.status}.`),
        answer.headers,
      )
    const model = isObject(seen.body) && typeof seen.body.model === 'string' ? seen.body.model : 'model'
    judge.bound.asked(seen.body)
    void play(answer, Buffer.from(judge.answer(answer, model)), response)
  }

  const server = createServer((request, response) => {
    read(request).then(
      (text) => {
        try {
          const body: unknown = text === '' ? undefined : JSON.parse(text)
          take({ path: request.url ?? '', headers: request.headers, body }, response)
        } catch (error) {
          json(response, 400, judge.refusal(`The body is not valid JSON: ${String(error)}`))
        }
      },
      () => response.destroy(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  return {
    url,
    baseUrl: url + judge.path.replace(/\/(messages|responses|chat\/completions)$/, ''),
    requests,
    refusals,
    plays(next) {
      script = next
      played = 0
    },
    abandoned: () => abandoned,
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

async function read(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece)
  return Buffer.concat(pieces).toString()
}

function json(response: ServerResponse, status: number, body: object, headers: Record<string, string> = {}) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

function listModels(response: ServerResponse) {
  const model = {
    id: 'judged',
    name: 'Judged',
    display_name: 'Judged',
    model: 'judged',
    type: 'model',
    object: 'model',
  }
  json(response, 200, { object: 'list', data: [model], models: [model], has_more: false })
}

async function play(answer: JudgedAnswer, bytes: Buffer, response: ServerResponse) {
  const share = answer.cutAt ?? answer.stallAt ?? 1
  const end = Math.floor(bytes.length * share)
  const packet = answer.packet ?? Math.max(1, end)
  response.socket?.setNoDelay(true)
  response.writeHead(200, { 'content-type': 'text/event-stream', ...answer.headers })
  response.flushHeaders()
  for (let from = 0; from < end && !response.destroyed; from += packet) {
    response.write(bytes.subarray(from, Math.min(end, from + packet)))
    if (answer.delayMs !== undefined) await new Promise((resolve) => setTimeout(resolve, answer.delayMs))
    else if (from % (packet * 64) === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  if (answer.cutAt !== undefined) response.socket?.destroy()
  else if (answer.stallAt === undefined) response.end()
}
