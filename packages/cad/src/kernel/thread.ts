import { parentPort, workerData } from 'node:worker_threads'
import { createEngine } from '../build/builder.ts'
import { answerAsk } from './answer.ts'
import type { FromKernel, ThreadData, ToKernel } from './messages.ts'
import { loadGeometry, loadSolver } from './modules.ts'
import { warmPart } from './warm.ts'

// The program of a kernel's thread: one kernel, which keeps its shapes between calls.
const { module }: ThreadData = workerData
const tell = (message: FromKernel) => parentPort?.postMessage(message)

let current = 0
const known = new Map<string, Uint8Array>()
const [oc, solver] = await Promise.all([loadGeometry(module), loadSolver()])
const engine = createEngine({
  oc,
  solver,
  fileOf: (hash) => known.get(hash),
  onFeature: (feature) => tell({ type: 'feature', id: current, feature }),
})
// The first boolean of a thread compiles what it needs, which takes a second or two.
answerAsk(engine, warmPart, { kind: 'build' })
tell({ type: 'ready' })

parentPort?.on('message', ({ id, part, ask, failing, files }: ToKernel) => {
  current = id
  for (const [hash, bytes] of files) known.set(hash, bytes)
  try {
    tell({ type: 'answer', id, answer: answerAsk(engine, part, ask, failing), memory: engine.memory() })
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError) tell({ type: 'trapped', id })
    else tell({ type: 'threw', id, message: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
})
