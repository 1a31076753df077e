import { useState } from 'react'

/** Whether it is open or was: what was closed stays to leave with its motion. */
export function useOnceOpen(open: boolean): boolean {
  const [used, setUsed] = useState(open)
  if (open && !used) setUsed(true)
  return open || used
}
