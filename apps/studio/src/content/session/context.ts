import type { AnswerOf, Project, readContent } from '@atelier/api'
import { createContext, use } from 'react'
import type { ContentPlace } from '../../navigation/paths.ts'
import type { ContentSession } from './contentSession.ts'
import type { Pins } from './pins.ts'

export type ContentOverview = AnswerOf<typeof readContent>

/** The state that the screens of a project's content share. */
export interface ContentScene {
  readonly session: ContentSession
  readonly project: Project
  readonly readsOnly: boolean
  /** The entries and files that go along with messages to the agent. */
  readonly pins: Pins
  /** The shown place, as the address says. */
  readonly place: ContentPlace
  /** Shows something else; with `replace` in place of the entry in the tab's history. */
  go(place: ContentPlace, options?: { replace?: boolean }): void
}

export const ContentContext = createContext<ContentScene | undefined>(undefined)

/** @throws outside of the content's screens, which is a mistake of the author */
export function useContent(): ContentScene {
  const scene = use(ContentContext)
  if (!scene) throw new Error('useContent stands outside of the content.')
  return scene
}
