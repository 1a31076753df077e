/** The codes with which the expectations of a commit on documents are refused. */
export const REFUSED = {
  headMoved: 'head_moved',
  keyApplied: 'key_applied',
  documentExists: 'document_exists',
  notFound: 'document_not_found',
  undone: 'change_set_undone',
  stateMoved: 'change_set_moved',
  notAllowed: 'not_allowed',
  locked: 'locked',
} as const
