import { businessFacts } from '@atelier/generate/plan'
import type { NewGeneration } from '../api/generations.ts'
import * as strings from './strings.ts'

export type BriefKind = NonNullable<NewGeneration['kind']>

/** The fields of the dialog. */
export interface BriefFields {
  brief: string
  address: string
  budget: string
}

/** The fault of a field, as a sentence, by field; empty if nothing is. */
export function briefFaults({ address, budget }: BriefFields): { address?: string; budget?: string } {
  return {
    ...(address.trim() === '' || addressOf(address) ? {} : { address: strings.addressWrong }),
    ...(budget.trim() === '' || budgetOf(budget) !== undefined ? {} : { budget: strings.budgetWrong }),
  }
}

/** The address as it will be requested; `https` where no scheme was written. */
export function addressOf(text: string): string | undefined {
  const typed = text.trim()
  const url = URL.parse(/^[a-z]+:\/\//i.test(typed) ? typed : `https://${typed}`)
  return url && /^https?:$/.test(url.protocol) && url.hostname.includes('.') ? url.href : undefined
}

/** Dollars as they were typed: `5`, `$2.50`, `2,50`. */
export function budgetOf(text: string): number | undefined {
  const typed = text
    .trim()
    .replace(/^\$\s?/, '')
    .replace(',', '.')
  const dollars = /^\d{1,4}(?:\.\d{1,2})?$/.test(typed) ? Number(typed) : Number.NaN
  return dollars >= 0.01 && dollars <= 1000 ? dollars : undefined
}

/** The project of a site is called as the business until the plan gives the site its name. */
export function projectName(brief: string): string {
  return businessFacts(brief).name.trim().slice(0, 80) || strings.newSite
}

/** The request for a plan. */
export function requestOf(
  kind: BriefKind,
  fields: BriefFields,
  model: Pick<NewGeneration, 'credentialId' | 'modelId'>,
  brand?: NewGeneration['brand'],
): NewGeneration {
  const address = addressOf(fields.address)
  const budgetUsd = budgetOf(fields.budget)
  return {
    kind,
    brief: fields.brief.trim(),
    ...(address === undefined ? {} : { urls: [address] }),
    ...(budgetUsd === undefined ? {} : { budgetUsd }),
    ...(brand === undefined ? {} : { brand }),
    ...model,
  }
}
