import { CircleUserRound, type LucideIcon, Sparkles, Users } from 'lucide-react'
import type { ComponentType, FunctionComponent } from 'react'
import { SettingsFrame } from './settings/SettingsFrame.tsx'
import * as strings from './settings/strings.ts'
import { NotFound } from './ui/RouteStates.tsx'

/** A page of the settings. */
interface SettingsPage {
  /** The last part of its address. */
  readonly id: string
  readonly title: string
  readonly icon: LucideIcon
  load(): Promise<ComponentType>
}

/** The pages of the settings in the order of their links. */
const settingsPages: readonly SettingsPage[] = [
  {
    id: 'ai',
    title: strings.ai,
    icon: Sparkles,
    load: async () => (await import('./settings/ai/AiSettings.tsx')).AiSettings,
  },
  {
    id: 'people',
    title: strings.people,
    icon: Users,
    load: async () => (await import('./people/People.tsx')).People,
  },
  {
    id: 'account',
    title: strings.account,
    icon: CircleUserRound,
    load: async () => (await import('./people/Account.tsx')).Account,
  },
]

/** Loads a page of the settings with the links to the others; an unknown id loads the page for unknown addresses. */
export async function loadSettingsPage(id: string): Promise<FunctionComponent> {
  const found = settingsPages.find((each) => each.id === id)
  if (!found) return NotFound
  const Page = await found.load()
  return () => (
    <SettingsFrame pages={settingsPages}>
      <Page />
    </SettingsFrame>
  )
}
