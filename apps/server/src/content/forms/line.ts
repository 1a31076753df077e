/** Runs work as it comes, at most so much at once; what comes meanwhile waits. */
export function createLine(atOnce: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running < atOnce) running += 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      // It takes over this place.
      if (next) next()
      else running -= 1
    }
  }
}
