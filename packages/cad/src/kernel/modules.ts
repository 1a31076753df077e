import { createRequire } from 'node:module'
import init from 'replicad-opencascadejs'
import type { Oc } from '../geometry/occ.ts'
import { createSolver } from '../sketch/solve.ts'
import type { Solver } from '../sketch/types.ts'

const require = createRequire(import.meta.url)

/** Where the pinned WebAssembly files of kernel and solver are. */
export const geometryFile = (): string => require.resolve('replicad-opencascadejs/wasm')
export const solverFile = (): string => require.resolve('@salusoft89/planegcs/dist/planegcs_dist/planegcs.wasm')

/** Starts the kernel from its compiled module, which several threads share. It prints nothing. */
export function loadGeometry(module: WebAssembly.Module): Promise<Oc> {
  return init({
    instantiateWasm(
      imports: WebAssembly.Imports,
      done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
    ) {
      void WebAssembly.instantiate(module, imports).then((instance) => done(instance, module))
      return {}
    },
    print: () => undefined,
    printErr: () => undefined,
  })
}

export const loadSolver = (): Promise<Solver> => createSolver(solverFile())
