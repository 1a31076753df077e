import init from 'replicad-opencascadejs'
import type { Oc } from '../geometry/occ.ts'
import { createSolver } from '../sketch/solve.ts'
import type { Solver } from '../sketch/types.ts'
import { solverFile } from './files.ts'

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
