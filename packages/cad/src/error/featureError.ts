export const errorCodes = [
  'open_profile',
  'empty_profile',
  'self_intersecting_profile',
  'profile_crosses_axis',
  'no_effect',
  'nothing_left',
  'fillet_failed',
  'chamfer_failed',
  'shell_failed',
  'draft_failed',
  'sweep_failed',
  'loft_failed',
  'boolean_failed',
  'non_manifold',
  'invalid_solid',
  'ref_lost',
  'ref_ambiguous',
  'depends_on_later',
  'has_dependents',
  'kernel_timeout',
  'kernel_crashed',
  'out_of_memory',
  'constraint_conflict',
  'constraint_redundant',
  'constraint_unsatisfiable',
  'sketch_too_large',
  'invalid_value',
  'invalid_expression',
  'unit_mismatch',
  'parameter_cycle',
  'unknown_parameter',
  'not_found',
  'invalid_ref',
  'import_failed',
] as const
export type ErrorCode = (typeof errorCodes)[number]

export interface ErrorDetails {
  hint?: string
  refs?: string[]
  points?: number[][]
  /** The largest radius or distance that would work. */
  largestThatWorks?: number
}

/** Why a feature cannot be built. */
export class FeatureError extends Error {
  override name = 'FeatureError'
  readonly code: ErrorCode
  readonly details: ErrorDetails

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message)
    this.code = code
    this.details = details
  }
}
