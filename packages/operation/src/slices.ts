/** Yields to other requests. */
export const yieldToOthers = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0))

/** Work that can be interrupted at each step. */
export type Steps<Result> = Generator<void, Result, void>

/** Does work without any pause. @returns what the work returns */
export function atOnce<Result>(work: Steps<Result>): Result {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
  }
}

/** The longest that a slice holds up the thread, in milliseconds. */
const SLICE_MS = 8
/** How many steps are done before the clock is looked at: a step is mostly one element. */
const STEPS = 16

export interface Slicing {
  /** Waits between two slices; by default until other requests had their turn. If it never ends, the work is dropped. */
  rest?: () => Promise<void>
  /** Milliseconds, from any beginning. */
  now?: () => number
}

/** Does work in slices of some milliseconds. @returns what the work returns */
export async function inSlices<Result>(
  work: Steps<Result>,
  { rest = yieldToOthers, now = () => performance.now() }: Slicing = {},
): Promise<Result> {
  for (let end = now() + SLICE_MS; ; ) {
    for (let count = 0; count < STEPS; count += 1) {
      const step = work.next()
      if (step.done) return step.value
    }
    if (now() < end) continue
    await rest()
    end = now() + SLICE_MS
  }
}

/**
 * Does work as one part of longer work, which yields between all of its parts. Many short pieces of work, each given to
 * `inSlices`, would never yield.
 * @param rest of the longer work (`createRests`)
 */
export async function withRests<Result>(work: Steps<Result>, rest: () => Promise<void>): Promise<Result> {
  for (let step = work.next(); ; step = work.next()) {
    await rest()
    if (step.done) return step.value
  }
}

/**
 * For long work that waits in between anyway: what is returned is called between two steps, and yields once a slice is
 * used up.
 */
export function createRests({
  rest = yieldToOthers,
  now = () => performance.now(),
}: Slicing = {}): () => Promise<void> {
  let end = now() + SLICE_MS
  return async () => {
    if (now() < end) return
    await rest()
    end = now() + SLICE_MS
  }
}
