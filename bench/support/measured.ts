import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Figures } from './subject.ts'

const resolutionMs = 10

/**
 * Answers the questions of `subject.ts` from within a measured process, and reports when it is ready.
 * @param commits how long each commit took, in milliseconds, where there are any; emptied at each reset
 */
export function reportTo(url: string, headers: Record<string, string> = {}, commits?: number[]): void {
  const delay = monitorEventLoopDelay({ resolution: resolutionMs })
  delay.enable()
  let cpu = process.cpuUsage()
  let peak = 0
  setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss())
  }, 100).unref()
  // The histogram holds the whole interval between two samples; what is late is what exceeds it.
  const late = (nanoseconds: number) => Math.round(Math.max(0, nanoseconds / 1e6 - resolutionMs) * 10) / 10
  process.on('message', (question) => {
    if (question === 'reset' || question === 'mark') {
      // A forced collection has V8 begin the next one early, at the cost of whatever is measured next.
      if (question === 'reset') globalThis.gc?.()
      delay.reset()
      cpu = process.cpuUsage()
      peak = process.memoryUsage.rss()
      if (commits) commits.length = 0
      process.send?.('done')
      return
    }
    const used = process.cpuUsage(cpu)
    const figures: Figures = {
      cpuMs: (used.user + used.system) / 1000,
      rssMb: process.memoryUsage.rss() / 1e6,
      rssPeakMb: peak / 1e6,
      loopDelayP50Ms: late(delay.percentile(50)),
      loopDelayP99Ms: late(delay.percentile(99)),
      loopDelayMaxMs: late(delay.max),
      ...(commits ? { commitP50Ms: median(commits), commits: commits.length } : {}),
    }
    process.send?.(figures)
  })
  process.send?.({ url, headers })
}

export function median(values: readonly number[]): number {
  return percentile(values, 50)
}

export function percentile(values: readonly number[], which: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * which) / 100))] ?? 0
}
