import { readFile } from 'node:fs/promises'
import type { Answer, Ask, Part } from '@atelier/cad'
import type { CallOptions, KernelThreads } from '@atelier/cad/kernel'

/** Kernels in threads of this server. Nothing of them is loaded before the first call. */
export interface Kernels {
  evaluate(part: Part, ask: Ask, options: CallOptions): Promise<Answer>
  close(): Promise<void>
}

/**
 * @param most threads at a time; 0: none, and every call is refused
 * @param failed is called with the error of a kernel that could not be started, or that threw
 */
export function createKernels(most: number, failed: (error: unknown) => void): Kernels {
  let started: Promise<KernelThreads> | undefined
  let closed = false

  const start = async (): Promise<KernelThreads> => {
    const { createKernelThreads, geometryFile } = await import('@atelier/cad/kernel')
    const program = kernelProgram()
    let compiled: WeakRef<WebAssembly.Module> | undefined
    return createKernelThreads({
      most,
      ...(program ? { program } : {}),
      async module() {
        const known = compiled?.deref()
        if (known) return known
        const made = await WebAssembly.compile(new Uint8Array(await readFile(geometryFile())))
        // Held by the threads only, so that it goes with the last of them.
        compiled = new WeakRef(made)
        return made
      },
    })
  }

  return {
    async evaluate(part, ask, options) {
      if (closed) return { kind: 'refused', code: 'kernel_timeout', message: 'The server is stopping.' }
      try {
        started ??= start()
        return await (await started).evaluate(part, ask, options)
      } catch (error) {
        failed(error)
        return { kind: 'refused', code: 'kernel_crashed', message: 'The kernel of this server failed.' }
      }
    },
    async close() {
      closed = true
      const threads = await started?.catch(() => undefined)
      await threads?.close()
    },
  }
}

/** The threads' program in a build: beside the server's own, whose chunks lie in a folder. Undefined in sources. */
function kernelProgram(): URL | undefined {
  const here = import.meta.url
  if (here.endsWith('.ts')) return undefined
  return new URL(here.includes('/chunks/') ? '../kernelThread.mjs' : './kernelThread.mjs', here)
}
