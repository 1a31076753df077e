import { createContext, useContext, useMemo } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { TabHistory } from './tabHistory.ts'

/** The router's functions that the studio's links and pages need. */
export interface Navigation {
  history: TabHistory
  /** Loads the code of the page at an address ahead of its use. */
  preload(path: string): void
}

export const NavigationContext = createContext<Navigation | undefined>(undefined)

/** The navigation around this component. */
export function useNavigation(): Navigation {
  const navigation = useContext(NavigationContext)
  if (!navigation) throw new Error('useNavigation stands outside of the router.')
  return navigation
}

/** Opens an address of the studio, of `paths`; with `replace` in place of the shown one. */
export function useNavigate(): (to: string, options?: { replace?: boolean }) => void {
  return useLocation()[1]
}

/** A parameter of the address that is shown; undefined if it is missing. */
export function useSearchParam(name: string): string | undefined {
  return new URLSearchParams(useSearch()).get(name) ?? undefined
}

/** All parameters of the address that is shown; the same ones are the same object. */
export function useSearchParams(): URLSearchParams {
  const search = useSearch()
  return useMemo(() => new URLSearchParams(search), [search])
}
