import { checkAfterRuns, checkGate, type SiteSettings, siteSettings } from '@atelier/site'

import { directionIn } from './pageForm.ts'

type View = Parameters<typeof siteSettings>[0]

/** The values typed into the site's settings. */
export type SiteForm = ReturnType<typeof siteForm>

/** The form as it opens; undefined while the site is not there. */
export function siteForm(view: View | undefined) {
  const now: Partial<SiteSettings> = view ? siteSettings(view) : {}
  return {
    name: now.name ?? '',
    language: now.language ?? 'en',
    baseUrl: now.baseUrl ?? '',
    metaTitle: now.metaTitle ?? '',
    metaDescription: now.metaDescription ?? '',
    favicon: now.favicon ?? '',
    touchIcon: now.touchIcon ?? '',
    ogImage: now.ogImage ?? '',
    robots: now.robots ?? '',
    direction: directionIn(now.direction) ?? null,
    themeColor: now.themeColor ?? '',
    checkGate: view ? checkGate(view) : ('off' as const),
    checkAfterRuns: view ? checkAfterRuns(view) : ('tell' as const),
  }
}

/** Which findings keep the site from being published; none for an unknown option. */
export function gateOf(option: string): SiteForm['checkGate'] {
  return option === 'errors' || option === 'warnings' ? option : 'off'
}

/** The checks after a run; an unknown option is reported to the agent. */
export function afterRunsOf(option: string): SiteForm['checkAfterRuns'] {
  return option === 'off' || option === 'show' ? option : 'tell'
}
