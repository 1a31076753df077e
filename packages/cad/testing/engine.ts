import { readFileSync } from 'node:fs'
import { createEngine, type Engine } from '../src/build/builder.ts'
import { geometryFile } from '../src/kernel/files.ts'
import { loadGeometry, loadSolver } from '../src/kernel/modules.ts'

/** A kernel in the process of the test: one for each file of tests. */
export async function startEngine(): Promise<Engine> {
  const module = await WebAssembly.compile(new Uint8Array(readFileSync(geometryFile())))
  const [oc, solver] = await Promise.all([loadGeometry(module), loadSolver()])
  return createEngine({ oc, solver })
}
