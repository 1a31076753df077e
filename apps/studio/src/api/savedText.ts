/** How long a text of an entry that got no answer waits before it is sent again, in ms: longer each time. */
const RETRY_MS = [500, 2_000, 5_000, 15_000]

/** @param failures how often in a row there was no answer before */
export const retryDelay = (failures: number): number => RETRY_MS[Math.min(failures, RETRY_MS.length - 1)] ?? 0

/** Why a text was not saved: others have changed it meanwhile, nobody knows whether it was saved, or it was refused. */
export function saveFailure({
  code,
  status = 200,
}: {
  code?: string
  status?: number
}): 'changed' | 'unsent' | 'refused' {
  if (code === 'changed_meanwhile') return 'changed'
  return code === 'offline' || status === 0 || status >= 500 ? 'unsent' : 'refused'
}
