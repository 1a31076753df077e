import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'

/** How long others waited for `/health`, in milliseconds. */
export interface Waits {
  asked: number
  p50Ms: number
  maxMs: number
  /** The most CPU time that the server's event loop took while one waited: that much it could not have answered. */
  busyMs: number
}

export interface HealthProbe {
  /** The waits since the last call. */
  take(): Promise<Waits>
  stop(): Promise<void>
}

const EVERY_MS = 5

/**
 * Asks for `/health` all the time, from a thread of its own, so that what else this process does is not measured.
 * @param pid the server's process
 */
export async function startHealthProbe(url: string, pid: number | undefined): Promise<HealthProbe> {
  const worker = new Worker(fileURLToPath(import.meta.url), { workerData: { url, pid } })
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
      // A connection that the server closes as idle just now is opened again, and the wait continues.
    }).on('error', (error) => ('code' in error && error.code === 'ECONNRESET' ? again() : reject(error)))
  })
}

/** The CPU time of a process's first thread, in milliseconds. */
function busyMsOf(pid: number): number {
  const [ns = '0'] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')
  return Number(ns) / 1e6
}

async function probe({ url, pid }: { url: string; pid: number }): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  let waits: number[] = []
  let busy: number[] = []
  let busyFrom = busyMsOf(pid)
  let began = performance.now()
  let waiting = false
  parentPort?.on('message', () => {
    // One that is still waited for counts as what it has taken so far.
    const all = [...waits, ...(waiting ? [performance.now() - began] : [])].sort((a, b) => a - b)
    const busyMs = Math.max(0, ...busy, ...(waiting ? [busyMsOf(pid) - busyFrom] : []))
    parentPort?.postMessage({ asked: all.length, p50Ms: all[all.length >> 1] ?? 0, maxMs: all.at(-1) ?? 0, busyMs })
    waits = []
    busy = []
  })
  await waited(url, agent)
  parentPort?.postMessage('ready')
  for (;;) {
    began = performance.now()
    waiting = true
    busyFrom = busyMsOf(pid)
    waits.push(await waited(url, agent))
    busy.push(busyMsOf(pid) - busyFrom)
    waiting = false
    await sleep(EVERY_MS)
  }
}

if (!isMainThread && workerData) await probe(workerData)
