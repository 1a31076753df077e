import type { AnswerOf, readContentChanges } from '@atelier/api'
import type { Answer } from '@atelier/api/client'

export type ContentChanges = AnswerOf<typeof readContentChanges>

export interface FollowOptions {
  /** The number of the last change that is known. */
  after: number
  /** Answers once there is a change after a number, or after a while without one. */
  next(after: number, signal: AbortSignal): Promise<Answer<ContentChanges>>
  onChange(changes: ContentChanges): void
  /** Resolves after some milliseconds. */
  sleep?(ms: number): Promise<void>
}

/** How long a failed request is waited for, longer each time, in milliseconds. */
const delays = [500, 2_000, 5_000, 15_000]

/** Follows what others change in a project's content. Returns what ends that. */
export function followChanges({ after, next, onChange, sleep = wait }: FollowOptions): () => void {
  const ends = new AbortController()
  const follow = async () => {
    let known = after
    let failures = 0
    while (!ends.signal.aborted) {
      const answer = await next(known, ends.signal)
      if (ends.signal.aborted) return
      if (!answer.ok) {
        await sleep(delays[Math.min(failures, delays.length - 1)] ?? 0)
        failures += 1
        continue
      }
      failures = 0
      if (answer.value.seq <= known) continue
      known = answer.value.seq
      onChange(answer.value)
    }
  }
  void follow()
  return () => ends.abort()
}

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
