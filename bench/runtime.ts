import { type Drive, driveAtelier, drivePlain } from './support/drive.ts'
import { median, percentile } from './support/measured.ts'
import { peers } from './support/peers.ts'
import { type Figures, type Subject, startReplayProcess, startSubject } from './support/subject.ts'

const deltas = 20_000
const rounds = 11
/** A server is warm before it has been asked for a second. */
const warmUps = 4
const argumentSizes = [50, 100, 200, 400]
/** pi-ai parses all of the arguments again at every delta: 400 kB would take it minutes. */
const piArgumentSizes = [25, 50]
const paced = { rate: 100, count: 500 }

/**
 * From a provider's socket to an NDJSON client, each runtime in a process of its own, one after the other on the same
 * recorded answers: this server (driver, loop, journal, SQLite, chat endpoint), a bare fetch + SSE + NDJSON loop, and
 * pi-ai. CPU time of only the measured process.
 */
export async function run(): Promise<object> {
  const replay = await startReplayProcess()
  try {
    const names = ['bare', ...(await peers(['pi'])), 'atelier']
    const texts = await sideBySide(names, replay.url)
    const measured: Record<string, Awaited<ReturnType<typeof measure>> & { text: Text }> = {}
    for (const name of names) {
      const text = texts[name]
      if (text) measured[name] = { text, ...(await measure(name, replay.url)) }
    }
    const { bare, pi, atelier } = measured
    if (!bare || !atelier) throw new Error('Nothing was measured')
    return {
      deltas,
      ...measured,
      cpuRatioToBare: ratio(atelier.text, bare.text),
      ...(pi ? { cpuRatioToPi: ratio(atelier.text, pi.text) } : {}),
      // The time that a token takes through us, less what it takes through the bare loop, less one commit.
      addedLatencyP50Ms: round(atelier.latency.p50Ms - bare.latency.p50Ms - (atelier.latency.commitP50Ms ?? 0)),
      // 1 where eight times the arguments cost eight times the CPU.
      argumentsGrowth: round(growth(atelier.arguments)),
    }
  } finally {
    replay.stop()
  }
}

interface Text {
  cpuMsPer1k: number
  tokensPerSecond: number
  /** CPU milliseconds for each 1,000 tokens, round by round. */
  rounds: number[]
}

const driveOf = async (subject: Subject, replayUrl: string): Promise<Drive> =>
  subject.name === 'atelier' ? (await driveAtelier(subject, replayUrl)).drive : drivePlain(subject)

/**
 * The text through all of them in turn, round by round: what a machine can do changes from one second to the next, and
 * by a factor of two where it is shared, so that only what was measured within the same second is compared.
 */
async function sideBySide(names: readonly string[], replayUrl: string): Promise<Record<string, Text>> {
  const taking: { subject: Subject; once(): Promise<void>; cpu: number[]; speed: number[] }[] = []
  try {
    for (const name of names) {
      const subject = await startSubject(name, replayUrl)
      const drive = await driveOf(subject, replayUrl)
      taking.push({ subject, once: () => text(subject, drive), cpu: [], speed: [] })
    }
    for (let at = -warmUps; at < rounds; at++) {
      for (const { subject, once, cpu, speed } of taking) {
        const { figures, ms } = await timed(subject, once)
        if (at < 0) continue
        cpu.push(round(figures.cpuMs / (deltas / 1000)))
        speed.push(Math.round((deltas * 1000) / ms))
      }
    }
  } finally {
    for (const { subject } of taking) await subject.stop()
  }
  return Object.fromEntries(
    taking.map(({ subject, cpu, speed }) => [
      subject.name,
      { cpuMsPer1k: median(cpu), tokensPerSecond: median(speed), rounds: cpu },
    ]),
  )
}

/** The median of the rounds' ratios. */
function ratio(one: Text, other: Text): number {
  return round(median(one.rounds.map((cpu, at) => cpu / (other.rounds[at] ?? cpu))))
}

async function measure(name: string, replayUrl: string) {
  const subject = await startSubject(name, replayUrl)
  try {
    const drive = await driveOf(subject, replayUrl)
    return {
      arguments: await toolArguments(subject, drive, name === 'pi' ? piArgumentSizes : argumentSizes),
      latency: await latency(subject, drive),
    }
  } finally {
    await subject.stop()
  }
}

async function text(subject: Subject, drive: Drive): Promise<void> {
  let seen = 0
  await drive(`text-${deltas}`, (lines) => {
    for (const line of lines) if (line.includes('"text"')) seen += textOf(line).length / 'word '.length
  })
  if (seen !== deltas) throw new Error(`${subject.name} delivered ${seen} of ${deltas} tokens`)
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
  await subject.mark()
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
