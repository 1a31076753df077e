import type { ApprovalRecord } from '@atelier/agent'
import * as strings from '../texts/strings.ts'

/** A question's state when it no longer needs an answer, as one line; undefined while it is open. */
export function outcome(approval: ApprovalRecord, you: string | undefined): string | undefined {
  const { status, decidedBy, policy, reason } = approval
  const who = decidedBy !== undefined && decidedBy === you ? 'you' : 'somebody else'
  if (status === 'requested') return undefined
  if (status === 'expired') return reason ?? strings.nobodyDecidedInTime
  if (status === 'denied') return reason ? strings.deniedBy(who, reason) : strings.deniedWithoutReason(who)
  if (policy === 'operation') return strings.approvedByAlwaysInThisProject(who)
  if (policy === 'session') return strings.approvedByWithEverythingInThis(who)
  return strings.approvedBy(who)
}

/** A time of day, with its date if that is another day: “14:03”, “23 Nov, 14:03”. Epoch milliseconds. */
export function clock(at: number, now: number, locale = 'en-GB', timeZone?: string): string {
  const zone = timeZone === undefined ? {} : { timeZone }
  const day = (time: number) => new Intl.DateTimeFormat(locale, { dateStyle: 'short', ...zone }).format(time)
  const hour: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', ...zone }
  const date: Intl.DateTimeFormatOptions = day(at) === day(now) ? {} : { day: 'numeric', month: 'short' }
  return new Intl.DateTimeFormat(locale, { ...date, ...hour }).format(at)
}
