import type { ModelRequest, Provider, ProviderEvent } from '../contract/provider.ts'
import type { Rehearsal, RehearsalInput, RehearsalRound } from '../contract/rehearsal.ts'

export interface RehearsalOptions extends RehearsalInput {
  rehearsals: readonly Rehearsal[]
  /** Milliseconds between two words or pieces of arguments; 0 for no delay. */
  paceMs: number
  /** Resolves after `ms`, or at once when `signal` is aborted. */
  delay(ms: number, signal: AbortSignal): Promise<void>
}

const pieceLength = 48

/**
 * Plays authored scripts as if they were a model. It keeps no state: each request plays the script from its start with
 * the results that the run already has, so that a run taken over after a crash continues where it was.
 */
export function createRehearsalProvider(options: RehearsalOptions): Provider {
  return { id: 'rehearsal', stream: (request, signal) => stream(options, request, signal) }
}

async function* stream(
  options: RehearsalOptions,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<ProviderEvent[]> {
  const round = roundOf(options, request)
  const said = round.text ?? ''
  let output = 0
  for (const word of said.match(/^\s+|\S+\s*/g) ?? []) {
    await options.delay(options.paceMs, signal)
    if (signal.aborted) return
    output += 1
    yield [{ type: 'text', index: 0, delta: word }]
  }
  for (const [at, call] of (round.calls ?? []).entries()) {
    const index = at + 1
    yield [{ type: 'toolCall', index, providerId: '', name: call.name }]
    const json = JSON.stringify(call.input ?? {})
    for (let from = 0; from < json.length; from += pieceLength) {
      await options.delay(options.paceMs, signal)
      if (signal.aborted) return
      output += pieceLength / 4
      yield [{ type: 'toolArguments', index, delta: json.slice(from, from + pieceLength) }]
    }
  }
  yield [
    { type: 'usage', usage: { output } },
    { type: 'stop', reason: (round.calls?.length ?? 0) > 0 ? 'tool_use' : 'end' },
  ]
}

function roundOf(options: RehearsalOptions, request: ModelRequest): RehearsalRound {
  const rehearsal = pickRehearsal(options.rehearsals, options.prompt)
  if (!rehearsal) return { text: offer(options.rehearsals) }
  const script = rehearsal.play({ prompt: options.prompt, context: options.context })
  const results = [...request.results]
  const texts: string[] = []
  let step = script.next([])
  while (!step.done) {
    const { text, calls } = step.value
    const finished = (calls?.length ?? 0) > 0 ? results.shift() : undefined
    if (finished) texts.length = 0
    else if (text) texts.push(text)
    if (!finished && calls && calls.length > 0) {
      const missing = calls.find(({ name }) => !request.tools.some((tool) => tool.name === name))
      return missing ? { text: outOfReach(missing.name) } : { text: texts.join('\n\n'), calls }
    }
    step = script.next(finished ?? [])
  }
  return { text: texts.join('\n\n') }
}

/** The script that fits the request's words best; undefined if none fits. */
export function pickRehearsal(rehearsals: readonly Rehearsal[], prompt: string): Rehearsal | undefined {
  const ranked = rehearsals
    .map((rehearsal) => ({ rehearsal, fit: rehearsal.fits(prompt) }))
    .filter(({ fit }) => fit > 0)
    .sort((a, b) => b.fit - a.fit)
  return ranked[0]?.rehearsal
}

/** A script cannot work around a tool that the run was not given; a viewer's run has only those that read. */
function outOfReach(tool: string): string {
  return `The next step needs ${tool}, which this run may not use: your role here reads and does not change. Ask an editor of this project, or ask me what the page holds.`
}

function offer(rehearsals: readonly Rehearsal[]): string {
  if (rehearsals.length === 0)
    return 'This is a scripted rehearsal, not AI, and there is no script here yet. Add a provider to talk to a model.'
  const titles = rehearsals.map((rehearsal) => `- ${rehearsal.title}`).join('\n')
  return `This is a scripted rehearsal, not AI, and no script fits that request. It can show you these:\n\n${titles}\n\nAdd a provider to ask for anything else.`
}
