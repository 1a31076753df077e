import type { AuditEvent, UsageRow } from '@atelier/api'
import { nameInWords } from '../../shell/agent/transcript/toolLine.ts'
import * as strings from '../strings.ts'

/** A count with its thousands apart: 12,345. */
export function formatNumber(value: number): string {
  return Math.round(value).toLocaleString('en')
}

/** Dollars and cents; small sums to a tenth of a cent, so that they are not nothing. */
export function formatCost(usd: number): string {
  if (usd <= 0) return '$0.00'
  if (usd < 0.001) return '< $0.001'
  const places = usd < 0.1 ? 3 : 2
  return `$${usd.toLocaleString('en', { minimumFractionDigits: places, maximumFractionDigits: places })}`
}

/** How much of the input came out of the provider's cache, such as “72 %”. */
export function cachedShare(row: UsageRow): string {
  return row.inputTokens === 0 ? '–' : `${Math.round((row.cacheReadTokens / row.inputTokens) * 100)} %`
}

/** The sum of rows that are partly without a price: says so rather than showing less than it was. */
export function costOf(row: UsageRow): string {
  if (row.requests > 0 && row.unpricedRequests === row.requests) return 'no price'
  return row.unpricedRequests > 0 ? `${formatCost(row.costUsd)} +` : formatCost(row.costUsd)
}

const scopes: Record<string, string> = {
  dashboard: 'Dashboard',
  site: strings.siteEditor,
  generate: strings.plansAndPages,
  content: 'Content',
  cms: strings.contentAssistant,
  part: 'Parts',
}

export function scopeLabel(scope: string): string {
  return scopes[scope] ?? scope
}

/** The sentence for an event: “Ada added a provider”, as the settings show it. */
export function eventSentence({ kind, detail, subject }: Pick<AuditEvent, 'kind' | 'detail' | 'subject'>): string {
  const text = (name: string) => (typeof detail[name] === 'string' ? detail[name] : '')
  switch (kind) {
    case 'credential.created':
      return `Added the provider “${text('label')}”`
    case 'credential.changed':
      return strings.changedAProvider
    case 'credential.deleted':
      return strings.deletedAProvider
    case 'credential.tested':
      return detail.ok === true ? strings.testedWorkingProvider : strings.testedFailingProvider
    case 'service.created':
      return strings.addedServiceKey(text('label'))
    case 'service.deleted':
      return strings.deletedServiceKey(text('label'))
    case 'service.tested':
      return strings.testedService(text('label'), detail.ok === true)
    case 'default.set':
      return strings.defaultModelSet(text('modelId'), scopeLabel(subject ?? ''))
    case 'default.cleared':
      return strings.defaultModelCleared(scopeLabel(subject ?? ''))
    case 'key.created':
      return `Made the API key “${text('name')}”`
    case 'key.deleted':
      return strings.deletedAnApiKey
    case 'budget.changed':
      return `Changed the limits for ${subject === 'run' ? 'one message' : subject === 'session' ? 'one chat' : 'the month'}`
    case 'approval.decided':
      return decided(text('operation'), text('decision'))
    case 'run.completed':
      return text('limit')
        ? `A run ended at its limit of ${limitLabel(text('limit'))}`
        : `A run ended with ${text('model')}`
    case 'run.failed':
      return `A run failed with ${text('model') || 'no model'}`
    case 'mcp.call':
      return `Called ${text('operation') || 'an operation'} over MCP`
    default:
      return kind
  }
}

const limits: Record<string, string> = {
  rounds: 'rounds',
  toolCalls: 'tool calls',
  tokens: 'tokens',
  wallTime: 'time',
  money: 'money',
}

export function limitLabel(limit: string): string {
  return limits[limit] ?? limit
}

function decided(operation: string, decision: string): string {
  const what = operation === '' ? 'a request of the agent' : `the agent’s “${nameInWords(operation)}”`
  return `${decision === 'denied' ? 'Denied' : decision === 'approved' ? 'Approved' : strings.decidedOn} ${what}`
}

/** The limits of the figures: requests without a price, and those that are estimates. Empty if neither. */
export function usageNote({
  unpricedRequests,
  estimatedRequests,
}: {
  unpricedRequests: number
  estimatedRequests: number
}): string {
  const unpriced = unpricedRequests > 0 ? strings.unpricedRequests(formatNumber(unpricedRequests)) : ''
  const cut = estimatedRequests > 0 ? strings.estimatedRequests(formatNumber(estimatedRequests)) : ''
  return unpriced + cut
}
