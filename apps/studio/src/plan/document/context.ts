import type { Generation, Project } from '@atelier/api'
import type { Plan } from '@atelier/generate/plan'
import { createContext, use } from 'react'
import { useStore } from '../../documents/store.ts'
import type { PlanSession } from './planSession.ts'

/** The state that the parts of a plan's page share. */
export interface PlanScene {
  session: PlanSession
  project: Project
  generation: Generation
  /** The plan is shown as it is: the person may not write, or it was carried out and taken back. */
  readsOnly: boolean
}

export const PlanContext = createContext<PlanScene | undefined>(undefined)

export function usePlanScene(): PlanScene {
  const scene = use(PlanContext)
  if (!scene) throw new Error('A part of the plan stands outside of its page.')
  return scene
}

export const usePlan = (): Plan | undefined => useStore(usePlanScene().session.plan, (plan) => plan)

export const useProgress = () => useStore(usePlanScene().session.progress, (progress) => progress)
