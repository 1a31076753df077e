import type { Rehearsal } from '@atelier/agent'
import { contactPage } from './contactPage.ts'
import { keepPart } from './keepPart.ts'
import { landingPage } from './landingPage.ts'
import { phones } from './phones.ts'
import { pricing } from './pricing.ts'
import { restyle } from './restyle.ts'
import { translatePage } from './translatePage.ts'

/** The rehearsals of the site scope, which need no model, in the order in which they are offered. */
export const siteRehearsals: readonly Rehearsal[] = [
  landingPage,
  pricing,
  restyle,
  phones,
  contactPage,
  translatePage,
  keepPart,
]
