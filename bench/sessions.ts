import { setTimeout as sleep } from 'node:timers/promises'
import { driveAtelier, drivePlain } from './support/drive.ts'
import { percentile } from './support/measured.ts'
import { startReplayProcess, startSubject } from './support/subject.ts'

const sessions = Number(process.env.BENCH_SESSIONS ?? 1000)
/** 30 tokens a second each, as 3 packets of 10. */
const model = 'packets-3-10-60'
const tokens = 600
const packets = 60
/** They begin within this time, as people do; all of them are at work together for the other three quarters. */
const arrivalMs = 5000

/**
 * 1,000 conversations at once, each at 30 tokens per second in 3 packets, for 20 seconds: to NDJSON clients through this server and
 * through a bare loop, each in a process of its own and beside a provider in a third.
 */
export async function run(): Promise<object> {
  const replay = await startReplayProcess()
  try {
    const bare = await measure('bare', replay.url)
    const atelier = await measure('atelier', replay.url)
    return {
      sessions,
      tokensPerSession: tokens,
      bare,
      atelier,
      extraKbPerSession: Math.round(((atelier.rssGrowthMb - bare.rssGrowthMb) * 1000) / sessions),
    }
  } finally {
    replay.stop()
  }
}

async function measure(name: string, replayUrl: string) {
  const subject = await startSubject(name, replayUrl)
  try {
    const runs: ((onLines: (lines: readonly string[]) => void) => Promise<void>)[] = []
    if (name === 'atelier') {
      const { drive, session, inSession } = await driveAtelier(subject, replayUrl)
      await drive('packets-10-10-5', () => undefined)
      for (let at = 0; at < sessions; at++) {
        const id = await session(model)
        runs.push((onLines) => inSession(id, onLines))
      }
    } else {
      const drive = drivePlain(subject)
      await drive('packets-10-10-5', () => undefined)
      for (let at = 0; at < sessions; at++) runs.push((onLines) => drive(model, onLines))
    }
    await subject.reset()
    const { rssMb: before } = await subject.figures()
    await subject.reset()
    const firstWords: number[] = []
    const from = performance.now()
    const finished = await Promise.all(
      runs.map(async (run, at) => {
        await sleep((at * arrivalMs) / runs.length)
        const asked = performance.now()
        let length = 0
        let done = false
        await run((lines) => {
          for (const line of lines) {
            const event: { type?: string; text?: string } = line === '' ? {} : JSON.parse(line)
            if (event.type === 'text' && length === 0) firstWords.push(performance.now() - asked)
            if (event.type === 'text') length += event.text?.length ?? 0
            if (event.type === 'done') done = true
          }
        })
        return done && length === tokens * 'word '.length
      }),
    )
    const ms = performance.now() - from
    const figures = await subject.figures()
    return {
      finished: finished.filter(Boolean).length,
      seconds: round(ms / 1000),
      cpuShare: round(figures.cpuMs / ms),
      cpuMsPerPacket: Math.round((figures.cpuMs * 1000) / (sessions * packets)) / 1000,
      firstWordP50Ms: Math.round(percentile(firstWords, 50)),
      firstWordP99Ms: Math.round(percentile(firstWords, 99)),
      loopDelayP50Ms: figures.loopDelayP50Ms,
      loopDelayP99Ms: figures.loopDelayP99Ms,
      loopDelayMaxMs: figures.loopDelayMaxMs,
      rssBeforeMb: round(before),
      rssPeakMb: round(figures.rssPeakMb),
      rssGrowthMb: round(figures.rssPeakMb - before),
      ...(figures.commits === undefined
        ? {}
        : { commits: figures.commits, commitP50Ms: round(figures.commitP50Ms ?? 0) }),
    }
  } finally {
    await subject.stop()
  }
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
