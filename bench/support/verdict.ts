/** A figure beside its limit: at most `most`, or at least `least`. */
export type Asked = { value: number; unit: string } & ({ most: number } | { least: number })

/** Each figure with its limit and whether it holds, as lines for a person; `within` where all hold. */
export function judge(asked: Readonly<Record<string, Asked>>): { verdicts: Record<string, string>; within: boolean } {
  const verdicts: Record<string, string> = {}
  let within = true
  for (const [name, figure] of Object.entries(asked)) {
    const holds = 'most' in figure ? figure.value <= figure.most : figure.value >= figure.least
    const limit = 'most' in figure ? `at most ${figure.most}` : `at least ${figure.least}`
    within &&= holds
    verdicts[name] = `${holds ? 'holds' : 'FAILS'}: ${figure.value} ${figure.unit}, ${limit}`
  }
  return { verdicts, within }
}

/** Milliseconds of the main thread's own CPU time, and by the clock. */
export interface Time {
  cpu: number
  wall: number
}

export async function timed(body: () => unknown): Promise<Time> {
  const start = performance.now()
  const before = process.threadCpuUsage()
  await body()
  const used = process.threadCpuUsage(before)
  return { cpu: (used.user + used.system) / 1_000, wall: performance.now() - start }
}

/** The part `share` (0 to 1) of the way up through the times, each of the two for itself. */
export function quantile(times: readonly Time[], share: number): Time {
  const at = (pick: (time: Time) => number) => {
    const sorted = times.map(pick).sort((a, b) => a - b)
    return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  }
  return { cpu: at(({ cpu }) => cpu), wall: at(({ wall }) => wall) }
}

/** Shorter times are measured over batches: some kernels advance a thread's CPU clock in steps of 4 or 10 ms. */
const SINGLE_MS = 5
export const BATCH_MS = 50

/** The median of `runs` calls, or, for a call of less than 5 ms, of as many batches of at least 50 ms, by the call. */
export async function medianTime(runs: number, body: () => unknown): Promise<Time> {
  const batch = (calls: number) =>
    timed(async () => {
      for (let i = 0; i < calls; i += 1) await body()
    })
  let calls = 1
  if ((await batch(1)).cpu < SINGLE_MS) while ((await batch(calls)).cpu < BATCH_MS) calls *= 2
  const times: Time[] = []
  for (let i = 0; i < runs; i += 1) {
    const { cpu, wall } = await batch(calls)
    times.push({ cpu: cpu / calls, wall: wall / calls })
  }
  return quantile(times, 0.5)
}

export const round2 = (value: number) => Math.round(value * 100) / 100
