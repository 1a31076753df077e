import { readFileSync } from 'node:fs'
import { type Studio, startStudio } from '../e2e/support/studio.ts'

/** From the launch of the server process until `/health` answers, on a data folder that has been used before. */
export async function run(): Promise<object> {
  const first = await startStudio()
  await first.stop()
  const rounds: { healthMs: number; residentMb: number }[] = []
  let again: Studio = first
  for (let round = 0; round < 5; round++) {
    again = await startStudio({ dataDir: first.dataDir })
    const status = readFileSync(`/proc/${again.process.pid}/status`, 'utf8')
    rounds.push({ healthMs: again.readyMs, residentMb: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024 })
    await again.stop()
  }
  await again.remove()
  return {
    healthMs: median(rounds.map((one) => one.healthMs)),
    residentMb: median(rounds.map((one) => one.residentMb)),
  }
}

function median(values: number[]): number {
  return Math.round(values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0)
}
