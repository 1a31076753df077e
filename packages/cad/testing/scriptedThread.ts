import { parentPort } from 'node:worker_threads'
import type { FromKernel, ToKernel } from '../src/kernel/messages.ts'

// A thread that does what the names of features say: “hang” never ends, “trap” crashes, anything else is built.
const tell = (message: FromKernel) => parentPort?.postMessage(message)
tell({ type: 'ready' })
parentPort?.on('message', ({ id, part, failing }: ToKernel) => {
  for (const { id: feature, name } of part.features) {
    if (failing[feature]) continue
    tell({ type: 'feature', id, feature })
    if (name === 'hang') for (;;);
    if (name === 'trap') {
      tell({ type: 'trapped', id })
      return
    }
  }
  const message = part.features.map((feature) => failing[feature.id] ?? 'ok').join(' ')
  tell({ type: 'answer', id, answer: { kind: 'refused', code: 'not_found', message }, memory: 0 })
})
