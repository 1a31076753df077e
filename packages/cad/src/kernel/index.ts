// The side of a kernel that a server loads: neither kernel nor solver, which only their threads load.
export { geometryFile } from './files.ts'
export { type CallOptions, createKernelThreads, type KernelThreads, type KernelThreadsOptions } from './threads.ts'
