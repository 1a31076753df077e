import type { LimitName } from '@atelier/agent'
import type { Level } from './budgets.ts'
import type { Sums } from './sums.ts'

const reach: Record<Level | 'generation', string> = {
  run: 'one message',
  session: 'this chat',
  month: 'this workspace and calendar month (UTC)',
  generation: 'this part of the site that is being made',
}

export interface Reached {
  level: Level | 'generation'
  limit: LimitName
  /** The figures, in the limit's own unit; money in millionths of a dollar, time in milliseconds. */
  most: number
  used: number
  /** The maximum cost of the next request; 0 if the limit is reached already. */
  next: number
  /** The model has no known price, so that its tokens are counted instead of money. */
  unpriced?: boolean
}

/** Says which limit ended a run, by which figures, what the run did, and what can be done. */
export function limitSentence(reached: Reached, run: Pick<Sums, 'requests' | 'toolCalls'>): string {
  const { level, limit, most, used, next } = reached
  const which = `Stopped at the limit of ${figure(limit, most)} for ${reach[level]}: ${figure(limit, used)} used`
  const more = next > 0 ? `, and the next request could take up to ${figure(limit, next)}.` : '.'
  const why = reached.unpriced ? ' The model has no known price, so its tokens are counted instead of money.' : ''
  const done = `This run made ${count(run.requests, 'request')} and ${count(run.toolCalls, 'tool call')}; what it changed is kept.`
  const hint =
    level === 'run'
      ? 'Say how to continue, or raise the limit in the AI settings.'
      : level === 'session'
        ? 'Start a new chat, or raise the limit in the AI settings.'
        : level === 'generation'
          ? 'Go on with a higher budget.'
          : 'An owner or admin can raise the limit in the AI settings.'
  return `${which}${more}${why} ${done} ${hint}`
}

function figure(limit: LimitName, value: number): string {
  switch (limit) {
    case 'money':
      return dollars(value)
    case 'tokens':
      return `${value.toLocaleString('en')} tokens`
    case 'rounds':
      return count(value, 'round')
    case 'toolCalls':
      return count(value, 'tool call')
    case 'wallTime':
      return value < 120_000 ? count(Math.round(value / 1000), 'second') : count(Math.round(value / 60_000), 'minute')
  }
}

/** At least cents; smaller sums with as many places as they need to differ. */
function dollars(microUsd: number): string {
  const value = microUsd / 1e6
  return `$${value > 0 && value < 0.1 ? value.toFixed(4) : value.toFixed(2)}`
}

function count(value: number, what: string): string {
  return `${value.toLocaleString('en')} ${what}${value === 1 ? '' : 's'}`
}
