import { abortRun, chat, createSession, listDefaults, type RunEvent, readRunEvents, updateSession } from '@atelier/api'
import type { Api } from './api.ts'
import type { RunCommand } from './command.ts'
import { readEvents } from './events.ts'
import { createPrinter, type Output } from './printer.ts'
import { exitCodes, Problem } from './problem.ts'
import { findProject } from './projects.ts'

export interface RunPorts {
  api: Api
  output: Output
  /** Aborted by the first Ctrl+C: the run is stopped, and its end waited for. */
  interrupted: AbortSignal
  /** Waits between two tries to reach a server that went away. */
  delay(ms: number): Promise<void>
}

/** How often in a row a server that went away is tried again, a second apart. */
const tries = 60

/** Starts a run, prints its events to its end, and returns the exit code. */
export async function run(command: RunCommand, ports: RunPorts): Promise<number> {
  const { api, interrupted } = ports
  const conversationId = await conversation(command, api)
  const body = {
    conversationId,
    via: 'cli',
    prompt: command.prompt,
    ...(command.document === undefined ? {} : { context: { documentId: command.document } }),
    ...(command.whenBusy === undefined ? {} : { whenBusy: command.whenBusy }),
    ...(command.confirm.length === 0 ? {} : { confirmations: command.confirm }),
  }
  const answer = await api.open(chat, { params: { scope: command.scope }, body })
  const printer = createPrinter(command.format, ports.output)
  const state: State = { conversationId, runId: undefined, seen: 0, end: undefined, unconfirmed: [] }
  const abort = () => void stop(api, state)
  interrupted.addEventListener('abort', abort, { once: true })
  try {
    await follow(answer, state, (line, event) => printer.push(line, event), abortedBefore(interrupted, abort))
    await goOn(ports, state, (line, event) => printer.push(line, event))
  } finally {
    interrupted.removeEventListener('abort', abort)
    printer.close()
  }
  return conclude(state, ports)
}

interface State {
  conversationId: string
  runId: string | undefined
  /** Lines that were read, so that a new connection continues after them. */
  seen: number
  end: RunEvent | undefined
  unconfirmed: { token: string; message: string }[]
}

type Show = (line: string, event: RunEvent) => void

/** The conversation to continue, or a new one. */
async function conversation(command: RunCommand, api: Api): Promise<string> {
  const choice = await chosenModel(command, api)
  if (command.session !== undefined) {
    if (Object.keys(choice).length > 0) {
      await api.call(updateSession, { params: { id: command.session }, body: choice })
    }
    return command.session
  }
  const projectId = await findProject(api, command.project ?? '')
  const { id } = await api.call(createSession, { body: { projectId, scope: command.scope, ...choice } })
  return id
}

/** A model belongs to a credential: the one that was named, or the scope's own. */
async function chosenModel({ credential, model, scope }: RunCommand, api: Api) {
  if (model === undefined) return credential === undefined ? {} : { credentialId: credential }
  if (credential !== undefined) return { credentialId: credential, modelId: model }
  const { defaults } = await api.call(listDefaults, {})
  const own = defaults.find((each) => each.scope === scope)
  if (own) return { credentialId: own.credentialId, modelId: model }
  throw new Problem(`There is no default for "${scope}" whose model could be replaced.`, {
    code: exitCodes.usage,
    hint: 'Name the credential too: --credential ID.',
  })
}

async function follow(answer: Response, state: State, show: Show, began: () => void): Promise<void> {
  if (!answer.body) return
  let skip = state.seen
  try {
    for await (const { line, event } of readEvents(answer.body)) {
      if (skip > 0) {
        skip -= 1
        continue
      }
      state.seen += 1
      if (event.type === 'bridgeReady') {
        state.runId = event.runId
        began()
      }
      if (event.requiresConfirmation) state.unconfirmed.push(event.requiresConfirmation)
      if (event.type === 'done' || event.type === 'error') state.end = event
      show(line, event)
      if (state.end) return
    }
  } catch (error) {
    // The connection went away; the run did not.
    if (error instanceof Problem) throw error
  }
}

/** Reconnects while the run has not ended: the run continues without a listener. */
async function goOn({ api, delay, output }: RunPorts, state: State, show: Show): Promise<void> {
  for (let failures = 0; !state.end; ) {
    if (state.runId === undefined) throw new Problem('The connection to the server was lost before the run began.')
    if (failures === 0) output.note('The connection was lost; the run continues. Reconnecting …')
    await delay(1000)
    const params = { id: state.conversationId, runId: state.runId }
    const before = state.seen
    try {
      await follow(await api.open(readRunEvents, { params }), state, show, () => undefined)
    } catch (error) {
      failures += 1
      if (failures >= tries) throw error
      continue
    }
    failures = state.seen > before ? 0 : failures + 1
    if (failures >= tries) throw new Problem('The server does not report how the run continued.')
  }
}

/** Ctrl+C before the run's id is known: the run is stopped when the id arrives. */
function abortedBefore(interrupted: AbortSignal, abort: () => void): () => void {
  return () => {
    if (interrupted.aborted) abort()
  }
}

async function stop(api: Api, { conversationId, runId }: State): Promise<void> {
  if (runId === undefined) return
  // Even if the server is unreachable, the command waits for the end of the run.
  await api.call(abortRun, { params: { id: conversationId, runId } }).catch(() => undefined)
}

function conclude({ end, unconfirmed, conversationId }: State, { output, interrupted }: RunPorts): number {
  if (end?.type === 'error') throw new Problem(end.message ?? 'The run failed.')
  if (end?.status === 'aborted') {
    output.note('The run was stopped.')
    return interrupted.aborted ? exitCodes.interrupted : exitCodes.failed
  }
  for (const { token, message } of unconfirmed) {
    output.note(`Not done yet: ${message}`)
    output.note(`To allow it: atelier run --session ${conversationId} --confirm ${token} "Go ahead."`)
  }
  return unconfirmed.length > 0 ? exitCodes.unconfirmed : exitCodes.done
}
