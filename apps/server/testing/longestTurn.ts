/**
 * The longest that this thread was kept at work between two turns of its event loop during `work`, in
 * milliseconds of its own CPU time: what other programs take from the machine meanwhile does not count.
 */
export async function longestTurn<Result>(work: () => Promise<Result>): Promise<{ result: Result; longestMs: number }> {
  let longestMs = 0
  let before = process.threadCpuUsage()
  const look = () => {
    const { user, system } = process.threadCpuUsage(before)
    longestMs = Math.max(longestMs, (user + system) / 1000)
    before = process.threadCpuUsage()
  }
  const timer = setInterval(look, 5)
  try {
    const result = await work()
    look()
    return { result, longestMs }
  } finally {
    clearInterval(timer)
  }
}
