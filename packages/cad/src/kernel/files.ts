import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/** Where the pinned WebAssembly files of kernel and solver are. */
export const geometryFile = (): string => require.resolve('replicad-opencascadejs/wasm')
export const solverFile = (): string => require.resolve('@salusoft89/planegcs/dist/planegcs_dist/planegcs.wasm')
