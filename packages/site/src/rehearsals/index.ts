import type { Rehearsal } from '@atelier/agent'
import { contactPage } from './contactPage.ts'
import { landingPage } from './landingPage.ts'
import { phones } from './phones.ts'
import { pricing } from './pricing.ts'
import { restyle } from './restyle.ts'

/** What the site scope can rehearse without a model, in the order in which it is offered. */
export const siteRehearsals: readonly Rehearsal[] = [landingPage, pricing, restyle, phones, contactPage]
