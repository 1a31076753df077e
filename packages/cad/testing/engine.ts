import { readFileSync } from 'node:fs'
import { createEngine, type Engine } from '../src/build/builder.ts'
import { geometryFile } from '../src/kernel/files.ts'
import { loadGeometry, loadSolver } from '../src/kernel/modules.ts'

/** Kernel and solver in the process of the test, of which engines without shapes can be made. */
export async function startKernel() {
  const module = await WebAssembly.compile(new Uint8Array(readFileSync(geometryFile())))
  const [oc, solver] = await Promise.all([loadGeometry(module), loadSolver()])
  return { oc, solver }
}

/** A kernel in the process of the test: one for each file of tests. */
export const startEngine = async (): Promise<Engine> => createEngine(await startKernel())
