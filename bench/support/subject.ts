import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** A measured process's report about itself since the last request. */
export interface Figures {
  cpuMs: number
  /** Megabytes resident: now, and the most that was seen. */
  rssMb: number
  rssPeakMb: number
  loopDelayP50Ms: number
  loopDelayP99Ms: number
  loopDelayMaxMs: number
  /** How long a commit took, where the process makes any. */
  commitP50Ms?: number
  commits?: number
}

/** A runtime under measurement, in a process of its own: `POST url?model=NAME` answers with NDJSON. */
export interface Subject {
  name: string
  url: string
  headers: Record<string, string>
  /** Begins a measurement of memory: the garbage is collected first. */
  reset(): Promise<void>
  /** Begins a measurement of time, and leaves the garbage to be collected as it always is. */
  mark(): Promise<void>
  figures(): Promise<Figures>
  stop(): Promise<void>
}

const subjects = fileURLToPath(new URL('./subjects/', import.meta.url))

export async function startSubject(name: string, replayUrl: string): Promise<Subject> {
  const child = fork(`${subjects}${name}.ts`, [replayUrl], { execArgv: ['--expose-gc'], stdio: 'inherit' })
  const ready = await Promise.race([
    once(child, 'message').then(([message]) => message),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`${name} ended with ${code} before it was ready`))),
  ])
  const { url, headers = {} } = ready as { url: string; headers?: Record<string, string> }
  const ask = async (question: string): Promise<unknown> => {
    child.send(question)
    const [answer] = await once(child, 'message')
    return answer
  }
  return {
    name,
    url,
    headers,
    reset: async () => void (await ask('reset')),
    mark: async () => void (await ask('mark')),
    figures: async () => (await ask('figures')) as Figures,
    stop: () => stopped(child),
  }
}

async function stopped(child: ChildProcess): Promise<void> {
  child.kill()
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

/** The replaying provider, in a process of its own. */
export async function startReplayProcess(): Promise<{ url: string; stop(): void }> {
  const file = fileURLToPath(new URL('./replay.ts', import.meta.url))
  const child = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [url] = await once(createInterface({ input: child.stdout }), 'line')
  return { url: String(url), stop: () => child.kill() }
}
