import type { Part } from '../document/part.ts'
import type { Answer, Ask, Failing } from './port.ts'

/** The start data of a kernel's thread. */
export interface ThreadData {
  module: WebAssembly.Module
}
export interface ToKernel {
  id: number
  part: Part
  ask: Ask
  failing: Failing
  /** The files that the part's imports name and that the thread has not been given yet. */
  files: readonly (readonly [hash: string, bytes: Uint8Array])[]
}
export type FromKernel =
  | { type: 'ready' }
  /** A feature is about to be made. */
  | { type: 'feature'; id: number; feature: string }
  | { type: 'answer'; id: number; answer: Answer; memory: number }
  /** The module trapped: nothing that this thread answers can be relied on. */
  | { type: 'trapped'; id: number }
  | { type: 'threw'; id: number; message: string }
