import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'

/** How long others waited for `/health`, in milliseconds. */
export interface Waits {
  asked: number
  p50Ms: number
  maxMs: number
}

export interface HealthProbe {
  /** The waits since the last call. */
  take(): Promise<Waits>
  stop(): Promise<void>
}

const EVERY_MS = 5

/** Asks for `/health` all the time, from a thread of its own, so that what else this process does is not measured. */
export async function startHealthProbe(url: string): Promise<HealthProbe> {
  const worker = new Worker(fileURLToPath(import.meta.url), { workerData: url })
  await once(worker, 'message')
  return {
    async take() {
      worker.postMessage('take')
      const [waits] = await once(worker, 'message')
      return waits
    },
    stop: async () => void (await worker.terminate()),
  }
}

function waited(url: string, agent: Agent): Promise<number> {
  const from = performance.now()
  return new Promise((resolve, reject) => {
    const again = () => waited(url, agent).then(() => resolve(performance.now() - from), reject)
    get(`${url}/health`, { agent }, (response) => {
      response.resume()
      response.on('end', () => resolve(performance.now() - from))
      // A connection that the server closes as idle just now is made anew, and the wait goes on.
    }).on('error', (error) => ('code' in error && error.code === 'ECONNRESET' ? again() : reject(error)))
  })
}

async function probe(url: string): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  let waits: number[] = []
  let began = performance.now()
  let waiting = false
  parentPort?.on('message', () => {
    // One that is still waited for counts as what it has taken so far.
    const all = [...waits, ...(waiting ? [performance.now() - began] : [])].sort((a, b) => a - b)
    parentPort?.postMessage({ asked: all.length, p50Ms: all[all.length >> 1] ?? 0, maxMs: all.at(-1) ?? 0 })
    waits = []
  })
  await waited(url, agent)
  parentPort?.postMessage('ready')
  for (;;) {
    began = performance.now()
    waiting = true
    waits.push(await waited(url, agent))
    waiting = false
    await sleep(EVERY_MS)
  }
}

if (!isMainThread && typeof workerData === 'string') await probe(workerData)
