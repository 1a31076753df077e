/** The phases of a project's content. */
export const phases = ['uninitialized', 'init_pending', 'active', 'error'] as const
export type Phase = (typeof phases)[number]

/** The facts that a phase is derived from. */
export interface PhaseFacts {
  /** The settings of the content; undefined before it is set up. */
  config: object | undefined
  /** The open branches. */
  branches: readonly { name: string }[]
  /** `error` while the config or a model of the repository cannot be read. */
  status?: string
}

/** The beginning of the name of a branch that sets a project's content up. */
export const INIT_BRANCH = 'cr/new/init/'

export function phaseOf({ config, branches, status }: PhaseFacts): Phase {
  if (status === 'error') return 'error'
  if (config) return 'active'
  return branches.some(({ name }) => name.startsWith(INIT_BRANCH)) ? 'init_pending' : 'uninitialized'
}

/** An operation's rule for the phases. */
export type PhaseRule = 'read' | 'init' | 'review' | 'write'

/** The one table of what may be done when; an operation's `phases` come from it. */
const allowed: Readonly<Record<PhaseRule, readonly Phase[]>> = {
  read: phases,
  init: ['uninitialized'],
  review: ['init_pending', 'active', 'error'],
  write: ['active'],
}

/** The phases in which an operation of this kind is allowed: reads always, `init` before anything else, reviews until it works. */
export const phasesFor = (rule: PhaseRule): readonly Phase[] => allowed[rule]

export interface PhaseRefusal {
  code: 'wrong_phase'
  message: string
  hint: string
}

/**
 * Why an operation is not allowed now; undefined if it is.
 * @param operation `phases` absent means all
 */
export function checkPhase(
  phase: Phase,
  operation: { name: string; phases?: readonly string[] },
): PhaseRefusal | undefined {
  if (operation.phases === undefined || operation.phases.includes(phase)) return undefined
  return { code: 'wrong_phase', ...refusals[phase] }
}

const refusals: Readonly<Record<Phase, Omit<PhaseRefusal, 'code'>>> = {
  uninitialized: {
    message: 'Project is not initialized. No .contentrain/ directory exists.',
    hint: 'Call init_project first to set up the content structure.',
  },
  init_pending: {
    message: 'Project setup is pending. The cr/new/init/* branch needs to be merged first.',
    hint: 'Call merge_branch to finish the setup, or reject_branch to give it up.',
  },
  active: {
    message: 'Project is already initialized.',
    hint: 'Use save_model and save_content to change its content.',
  },
  error: {
    message: 'Project is in error state.',
    hint: 'Only reads, merge_branch and reject_branch work until the error that validate_schema names is mended.',
  },
}
