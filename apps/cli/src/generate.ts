import { createGeneration, type Generation, readGeneration, startGeneration, stopGeneration } from '@atelier/api'
import type { Api } from './api.ts'
import type { GenerateCommand } from './command.ts'
import type { Output } from './printer.ts'
import { exitCodes, Problem } from './problem.ts'
import { findProject } from './projects.ts'

export interface GeneratePorts {
  api: Api
  output: Output
  /** Aborted by the first Ctrl+C: the generation is stopped. */
  interrupted: AbortSignal
  delay(ms: number): Promise<void>
}

const LOOK_EVERY_MS = 400
/** How often in a row a server that went away is tried again. */
const TRIES = 60

/** Plans a site and carries the plan out, printing each change; done only if every page stands. */
export async function generate(command: GenerateCommand, ports: GeneratePorts): Promise<number> {
  const { api, output, interrupted } = ports
  const id = await findProject(api, command.project)
  const budget = command.budgetUsd === undefined ? {} : { budgetUsd: command.budgetUsd }
  const first =
    command.generation === undefined
      ? await api.call(createGeneration, {
          params: { id },
          body: {
            brief: command.brief,
            kind: command.kind,
            ...budget,
            ...(command.credential === undefined ? {} : { credentialId: command.credential }),
            ...(command.model === undefined ? {} : { modelId: command.model }),
          },
        })
      : await api.call(readGeneration, { params: { id, generationId: command.generation } })
  const params = { id, generationId: first.id }
  const start = () => api.call(startGeneration, { params, body: budget })
  const print = createProgress(command, output)
  print(first)
  let now = first
  let isStarted = command.generation === undefined
  let failures = 0
  for (;;) {
    if (interrupted.aborted) {
      print(await api.call(stopGeneration, { params }))
      return exitCodes.interrupted
    }
    const mayStart = command.generation !== undefined && !isStarted
    if (mayStart || (now.state === 'awaiting-approval' && command.yes)) {
      isStarted = true
      now = await start()
    } else if (now.state === 'awaiting-approval') {
      output.note(
        `The plan is made. Carry it out: atelier generate --project ${command.project} --generation ${now.id}`,
      )
      return exitCodes.unconfirmed
    } else if (now.state === 'complete') return standsWhole(now) ? exitCodes.done : exitCodes.failed
    else if (now.state === 'error' || now.state === 'stopped') {
      output.note(now.why ?? (now.state === 'stopped' ? 'It was stopped.' : 'It failed.'))
      return exitCodes.failed
    } else await ports.delay(LOOK_EVERY_MS)
    try {
      now = await api.call(readGeneration, { params })
      failures = 0
      print(now)
    } catch (error) {
      // The generation continues on the server without any client.
      failures += 1
      if (failures === 1) output.note('The connection was lost; the generation continues. Reconnecting …')
      if (failures > TRIES) throw error instanceof Problem ? error : new Problem(String(error))
      await ports.delay(1000)
    }
  }
}

/** Whether every planned page is there. */
const standsWhole = ({ parts }: Generation) =>
  parts.every(({ file, state }) => file === undefined || state === 'stands' || state === 'adopted')

/** Prints what has changed since the last look: the state, the step, and each part. */
function createProgress({ format }: GenerateCommand, { print, note }: Output): (now: Generation) => void {
  const shown = new Map<string, string>()
  const changed = (key: string, value: object): boolean => {
    const text = JSON.stringify(value)
    if (shown.get(key) === text) return false
    shown.set(key, text)
    return true
  }
  return ({ id, state, step, why, waits, siteName, spentUsd, parts }) => {
    const about = {
      generationId: id,
      state,
      step,
      siteName,
      spentUsd,
      ...(why === undefined ? {} : { why }),
      ...(waits === undefined ? {} : { waits }),
    }
    if (changed('', about)) {
      if (format === 'json') print(`${JSON.stringify({ type: 'generation', ...about })}\n`)
      else note(`${siteName || 'Site'}: ${state}, ${step}${waits === undefined ? '' : `. ${waits}`}`)
    }
    for (const { sessionId: _, documentId: __, ...part } of parts) {
      if (!changed(part.key, part)) continue
      if (format === 'json') print(`${JSON.stringify({ type: part.file === undefined ? 'step' : 'page', ...part })}\n`)
      else {
        print(`${part.title}: ${part.state}${part.why === undefined ? '' : ` (${part.why})`}\n`)
        for (const problem of part.problems ?? []) print(`  ${problem}\n`)
      }
    }
  }
}
