import { type Drive, driveAtelier, drivePlain } from './support/drive.ts'
import { median, percentile } from './support/measured.ts'
import { peers } from './support/peers.ts'
import { type Figures, type Subject, startReplayProcess, startSubject } from './support/subject.ts'

const deltas = 20_000
const rounds = 3
const argumentSizes = [50, 100, 200, 400]
/** pi-ai reads the whole of the arguments anew at every delta: 400 kB would take it minutes. */
const piArgumentSizes = [25, 50]
const paced = { rate: 100, count: 500 }

/**
 * From a provider's socket to an NDJSON client, each runtime in a process of its own, one after the other on the same
 * recorded answers: this server (driver, loop, journal, SQLite, chat endpoint), a bare fetch + SSE + NDJSON loop, and
 * pi-ai. CPU is that of the measured process alone.
 */
export async function run(): Promise<object> {
  const replay = await startReplayProcess()
  try {
    const names = ['bare', ...(await peers(['pi'])), 'atelier']
    const measured: Record<string, Awaited<ReturnType<typeof measure>>> = {}
    for (const name of names) measured[name] = await measure(name, replay.url)
    const { bare, pi, atelier } = measured
    if (!bare || !atelier) throw new Error('Nothing was measured')
    return {
      deltas,
      ...measured,
      cpuRatioToBare: round(atelier.text.cpuMsPer1k / bare.text.cpuMsPer1k),
      ...(pi ? { cpuRatioToPi: round(atelier.text.cpuMsPer1k / pi.text.cpuMsPer1k) } : {}),
      // The time that a token takes through us, less what it takes through the bare loop, less one commit.
      addedLatencyP50Ms: round(atelier.latency.p50Ms - bare.latency.p50Ms - (atelier.latency.commitP50Ms ?? 0)),
      // 1 where eight times the arguments cost eight times the CPU.
      argumentsGrowth: round(growth(atelier.arguments)),
    }
  } finally {
    replay.stop()
  }
}

async function measure(name: string, replayUrl: string) {
  const subject = await startSubject(name, replayUrl)
  try {
    const drive = name === 'atelier' ? (await driveAtelier(subject, replayUrl)).drive : drivePlain(subject)
    return {
      text: await text(subject, drive),
      arguments: await toolArguments(subject, drive, name === 'pi' ? piArgumentSizes : argumentSizes),
      latency: await latency(subject, drive),
    }
  } finally {
    await subject.stop()
  }
}

async function text(subject: Subject, drive: Drive) {
  const once = async () => {
    let seen = 0
    await drive(`text-${deltas}`, (lines) => {
      for (const line of lines) if (line.includes('"text"')) seen += textOf(line).length / 'word '.length
    })
    if (seen !== deltas) throw new Error(`${subject.name} delivered ${seen} of ${deltas} tokens`)
  }
  await once()
  const results: { cpuMsPer1k: number; tokensPerSecond: number }[] = []
  for (let at = 0; at < rounds; at++) {
    const { figures, ms } = await timed(subject, once)
    results.push({
      cpuMsPer1k: round(figures.cpuMs / (deltas / 1000)),
      tokensPerSecond: Math.round((deltas * 1000) / ms),
    })
  }
  return {
    cpuMsPer1k: median(results.map((one) => one.cpuMsPer1k)),
    tokensPerSecond: median(results.map((one) => one.tokensPerSecond)),
  }
}

/** CPU milliseconds by kilobytes of arguments. */
async function toolArguments(
  subject: Subject,
  drive: Drive,
  sizes: readonly number[],
): Promise<Record<string, number>> {
  await drive('arguments-10', () => undefined)
  const figures: Record<string, number> = {}
  for (const size of sizes) {
    const runs: number[] = []
    for (let at = 0; at < (sizes === piArgumentSizes ? 1 : rounds); at++) {
      const { figures: used } = await timed(subject, () => drive(`arguments-${size}`, () => undefined))
      runs.push(used.cpuMs)
    }
    figures[`${size}kB`] = round(median(runs))
  }
  return figures
}

/** The CPU per kilobyte at the largest size, by that at the smallest. */
function growth(byKilobytes: Record<string, number>): number {
  const [small = 1] = argumentSizes
  const large = argumentSizes.at(-1) ?? 1
  const cpu = (size: number) => (byKilobytes[`${size}kB`] ?? 0) / size
  return cpu(large) / cpu(small)
}

/** From the write of a token at the provider to its line at the client, in milliseconds. */
async function latency(subject: Subject, drive: Drive) {
  const seen: number[] = []
  const { figures } = await timed(subject, () =>
    drive(`paced-${paced.rate}-${paced.count}`, (lines) => {
      const now = performance.timeOrigin + performance.now()
      for (const line of lines) for (const [, sent] of line.matchAll(/@(\d+\.\d+) /g)) seen.push(now - Number(sent))
    }),
  )
  if (seen.length !== paced.count) throw new Error(`${subject.name} delivered ${seen.length} of ${paced.count} tokens`)
  return {
    p50Ms: round(percentile(seen, 50)),
    p99Ms: round(percentile(seen, 99)),
    ...(figures.commitP50Ms === undefined ? {} : { commitP50Ms: round(figures.commitP50Ms) }),
  }
}

async function timed(subject: Subject, work: () => Promise<void>): Promise<{ figures: Figures; ms: number }> {
  await subject.reset()
  const from = performance.now()
  await work()
  const ms = performance.now() - from
  return { figures: await subject.figures(), ms }
}

function textOf(line: string): string {
  const event: { type?: string; text?: string } = JSON.parse(line)
  return event.type === 'text' ? (event.text ?? '') : ''
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
