import { spawn } from 'node:child_process'

/** Keeps so many cores busy until it is stopped, or this process ends. */
export function startBusyProcesses(count: number): { stop(): void } {
  const program = `process.on('disconnect', () => process.exit()); const spin = () => { const end = Date.now() + 50; while (Date.now() < end); setImmediate(spin) }; spin()`
  const children = Array.from({ length: count }, () =>
    spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] }),
  )
  return {
    stop() {
      for (const child of children) child.kill('SIGKILL')
    },
  }
}
