import type { RunStep } from '@atelier/agent'
import type { Config } from './config.ts'

/** Kills this process at the step that `ATELIER_FAULT` names, as a failing machine would: nothing is finished first. */
export function faultPoint(fault: Config['fault']): ((step: RunStep) => void) | undefined {
  if (!fault) return undefined
  let passed = 0
  return (step) => {
    if (step !== fault.step) return
    passed += 1
    if (passed === fault.at) process.kill(process.pid, 'SIGKILL')
  }
}
