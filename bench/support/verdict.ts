/** A figure beside what is asked of it: at most `most`, or at least `least`. */
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

export async function medianTime(runs: number, body: () => unknown): Promise<Time> {
  const times: Time[] = []
  for (let i = 0; i < runs; i += 1) times.push(await timed(body))
  return quantile(times, 0.5)
}

export const round2 = (value: number) => Math.round(value * 100) / 100
