/** Shorter times are not measured further: looking at all pairs of an input takes longer at the sizes that tests use. */
const QUICK_MS = 100
/** A shorter batch is not measured: some kernels advance a thread's CPU clock in steps of 4 or 10 ms. */
const LEAST_MS = 20
const ROUNDS = 5
/** How many times as large the larger input is. */
const TIMES = 8

/**
 * Below this, time is in proportion to the input: `growthOf` returns about 1 then, about 8 where each part of the input
 * looks at all others.
 */
export const LINEAR = 4

interface GrowthOptions {
  /** The work changes its input, so that each call needs one of its own. */
  once?: boolean
  /** CPU time in milliseconds. */
  clock?: () => number
}

const threadMs = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/**
 * How the time for one unit of input grows from an eighth of an input to the whole; 1 where time is in proportion to the
 * input, and where the whole takes less than 100 ms. A busy machine does not change it: both sizes are measured in turns,
 * in CPU time of this thread, over batches of at least 20 ms, and what disturbs a batch makes it longer, so that the least
 * of up to five rounds counts.
 *
 * @param prepare makes an input of a size; only the work that it returns is measured
 * @param size so large that work on all pairs of its units takes much more than 100 ms
 */
export async function growthOf(
  prepare: (size: number) => () => unknown,
  size: number,
  { once = false, clock = threadMs }: GrowthOptions = {},
): Promise<number> {
  const measured = (size: number) => {
    const work = once ? undefined : prepare(size)
    return async (calls: number) => {
      const works = Array.from({ length: calls }, () => work ?? prepare(size))
      const from = clock()
      for (const each of works) await each()
      return clock() - from
    }
  }
  const batch = async (time: (calls: number) => Promise<number>, calls = 1): Promise<number> => {
    const ms = await time(calls)
    return ms < LEAST_MS ? batch(time, 2 * calls) : ms / calls
  }
  const whole = measured(size)
  const first = await whole(1)
  if (first < QUICK_MS) return 1
  const part = measured(size / TIMES)
  // It warms up the code.
  await batch(part)
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < ROUNDS && least >= LINEAR; round += 1) {
    const few = await batch(part)
    least = Math.min(least, (await batch(whole)) / few / TIMES)
  }
  return least
}
