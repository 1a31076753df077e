import type { ProviderFacts } from '../contract/provider.ts'

/** Plays authored scripts through `rehearsalPlayer.ts`, without a key. */
export const rehearsal: ProviderFacts = { label: 'Rehearsal (scripted, no AI)', quirks: { scripted: true } }
