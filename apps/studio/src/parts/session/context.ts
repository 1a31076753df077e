import type { PartBuild, Project } from '@atelier/api'
import { createContext, use } from 'react'
import type { PartSession } from './partSession.ts'

/** The state that the panes of a part share. */
export interface PartScene {
  session: PartSession
  project: Project
  readsOnly: boolean
  /** The part as it was built last; undefined until it is known. */
  build: PartBuild | undefined
  /** The revision that `build` is of. */
  builtRevision: number | undefined
  building: boolean
  /** Why it could not be built. */
  failure: unknown
  retry(): void
}

export const PartContext = createContext<PartScene | undefined>(undefined)

export function usePart(): PartScene {
  const scene = use(PartContext)
  if (!scene) throw new Error('A pane of a part stands outside of its page.')
  return scene
}
