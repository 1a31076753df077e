import type { ContentLocaleState } from '@atelier/api'

/** Whether an entry is published at a time that is still to come. */
export const isScheduled = ({ status, publishAt }: Pick<ContentLocaleState, 'status' | 'publishAt'>): boolean =>
  status === 'published' && publishAt !== undefined && Date.parse(publishAt) > Date.now()
