import { describe, expect, it } from 'vitest'
import type { Workflow } from '../model/definition.ts'
import { checkPhase, type Phase, type PhaseRule, phaseOf, phases, phasesFor } from './phase.ts'
import { writesTo } from './workflow.ts'

// The table of transitions as the seed has it: a phase, what is allowed in it, what is not.
const table: Record<Phase, Record<PhaseRule, boolean>> = {
  uninitialized: { read: true, init: true, review: false, write: false },
  init_pending: { read: true, init: false, review: true, write: false },
  active: { read: true, init: false, review: true, write: true },
  error: { read: true, init: false, review: true, write: false },
}

describe('the phase of a project', () => {
  it('is derived from its settings, its branches and its status', () => {
    const init = { name: 'cr/new/init/1700000000-0a1b' }
    const other = { name: 'cr/content/post/1700000000-0a1b' }
    expect(phaseOf({ config: undefined, branches: [] })).toBe('uninitialized')
    expect(phaseOf({ config: undefined, branches: [other] })).toBe('uninitialized')
    expect(phaseOf({ config: undefined, branches: [other, init] })).toBe('init_pending')
    expect(phaseOf({ config: {}, branches: [init] })).toBe('active')
    expect(phaseOf({ config: {}, branches: [], status: 'ready' })).toBe('active')
    for (const config of [undefined, {}]) expect(phaseOf({ config, branches: [init], status: 'error' })).toBe('error')
  })

  it('allows what the table of transitions says', () => {
    const found = phases.map((phase) => [
      phase,
      Object.fromEntries(
        (['read', 'init', 'review', 'write'] as const).map((rule) => [
          rule,
          checkPhase(phase, { name: rule, phases: phasesFor(rule) }) === undefined,
        ]),
      ),
    ])
    expect(Object.fromEntries(found)).toEqual(table)
  })

  it('says why something is not allowed, and what to do', () => {
    expect(checkPhase('uninitialized', { name: 'save_content', phases: phasesFor('write') })).toEqual({
      code: 'wrong_phase',
      message: 'Project is not initialized. No .contentrain/ directory exists.',
      hint: 'Call init_project first to set up the content structure.',
    })
    const messages = (['init_pending', 'active', 'error'] as const).map(
      (phase) => checkPhase(phase, { name: 'init_project', phases: phasesFor('init') })?.message,
    )
    expect(messages).toEqual([
      'Project setup is pending. The cr/new/init/* branch needs to be merged first.',
      'Project is already initialized.',
      'Project is in error state.',
    ])
    expect(checkPhase('error', { name: 'list_models' })).toBeUndefined()
  })
})

describe('where an edit goes', () => {
  it('is the content with auto-merge and for owners and admins, otherwise a branch', () => {
    const editor = new Set(['document.read', 'document.write'])
    const admin = new Set([...editor, 'content.review', 'content.model'])
    const places = (workflow: Workflow) =>
      [undefined, admin, editor].map((capabilities) => writesTo({ workflow, capabilities }))
    expect(places('auto-merge')).toEqual(['live', 'live', 'live'])
    expect(places('review')).toEqual(['live', 'live', 'branch'])
    expect(writesTo({ workflow: 'auto-merge', capabilities: admin, branch: 'cr/content/post/1-0000' })).toBe('branch')
  })
})
