import { dateAndTime } from '../../ui/words.ts'
import * as strings from '../strings.ts'

interface Times {
  /** ISO 8601. */
  publishAt?: string | undefined
  expireAt?: string | undefined
}

/** When something happens to an entry by itself, in epoch milliseconds. */
export const timesOf = ({ publishAt, expireAt }: Times): number[] =>
  [publishAt, expireAt].flatMap((time) => (time === undefined ? [] : [Date.parse(time)]))

/** The next step of a schedule, or the last one if nothing is to come; undefined without one. */
export function scheduleText({ publishAt, expireAt }: Times, now: number): string | undefined {
  const all = [
    ...(publishAt === undefined ? [] : [{ at: Date.parse(publishAt), comes: strings.goesOut, came: strings.wentOut }]),
    ...(expireAt === undefined ? [] : [{ at: Date.parse(expireAt), comes: strings.expires, came: strings.expired }]),
  ].sort((a, b) => a.at - b.at)
  const next = all.find(({ at }) => at > now)
  if (next) return next.comes(dateAndTime(next.at))
  const last = all.at(-1)
  return last?.came(dateAndTime(last.at))
}
