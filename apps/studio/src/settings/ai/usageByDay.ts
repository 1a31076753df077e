import type { UsageByDay } from '@atelier/api'
import * as strings from '../strings.ts'
import { costOf, formatCost, formatNumber } from './usageFormat.ts'

export interface UsageChartModel {
  title: string
  /** The value of the highest bar, as text. */
  highest: string
  bars: { day: string; text: string; percent: number }[]
  /** The first day, and the last if there are several. */
  axis: string[]
}

/** A bar for each day, by what it cost; by tokens if nothing has a price. Undefined if nothing was used. */
export function usageChart(days: readonly UsageByDay[]): UsageChartModel | undefined {
  const priced = days.some(({ costUsd }) => costUsd > 0)
  const sizeOf = (day: UsageByDay) => (priced ? day.costUsd : day.inputTokens + day.completionTokens)
  const most = Math.max(...days.map(sizeOf), 0)
  if (most === 0) return undefined
  const ends = days.length > 1 ? [days[0], days.at(-1)] : [days[0]]
  return {
    title: priced ? strings.costPerDay : strings.tokensPerDay,
    highest: priced ? formatCost(most) : formatNumber(most),
    bars: days.map((day) => ({
      day: day.day,
      text: `${dayLabel(day.day)}: ${costOf(day)}, ${formatNumber(day.requests)} requests`,
      percent: (sizeOf(day) / most) * 100,
    })),
    axis: ends.flatMap((day) => (day ? [dayLabel(day.day)] : [])),
  }
}

/** A calendar day as it is, whatever zone the reader is in. */
function dayLabel(day: string): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString('en', { day: 'numeric', month: 'short', timeZone: 'UTC' })
}

/** The local midnight with which a window of so many days begins, in ISO 8601; the day of `now` is one of them. */
export function windowStart(days: number, now: Date): string {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - (days - 1)).toISOString()
}
