/** The question before the user leaves a page. */
export interface LeaveGuard {
  /**
   * Whether the page can be left without asking.
   * @param to the address in the studio that is opened; undefined if the tab leaves the studio
   */
  isFree(to?: string): boolean
  /** Whether the user leaves; asks where that is open. */
  mayLeave(): Promise<boolean>
}

/** The tab's history entries: which of them is shown, how far each was scrolled, and who asks before one is left. */
export interface TabHistory {
  /** Has `guard` asked before the tab opens another page or site. Returns the function that removes it. */
  guard(guard: LeaveGuard): () => void
  /** Opens the address `to` through `open`, unless the guard refuses; the entry after the shown one, or in its place. */
  leave(to: string, open: (state: unknown) => void, replace: boolean): void
  /** Scrolls to where the shown entry was left; a new one to its top. */
  restoreScroll(): void
}

/**
 * Keeps the position of each entry in its state. It listens before anything else that reads the address, so that
 * nothing sees an address which the guard refuses.
 */
export function createTabHistory(view: Window): TabHistory {
  let index = numberIn(view.history.state, 'index') ?? 0
  let guard: LeaveGuard | undefined
  let onNextPop: 'pass' | (() => void) | undefined
  const scrolled = new Map([[index, numberIn(view.history.state, 'scrolled') ?? 0]])

  const moveTo = (next: number) => {
    scrolled.set(index, view.scrollY)
    index = next
  }

  // The browser would scroll before the page is loaded.
  view.history.scrollRestoration = 'manual'
  view.history.replaceState({ index }, '')
  view.addEventListener('pagehide', () => view.history.replaceState({ index, scrolled: view.scrollY }, ''))

  view.addEventListener('beforeunload', (event) => {
    if (guard && !guard.isFree()) event.preventDefault()
  })

  view.addEventListener(
    'popstate',
    (event) => {
      // An entry without a position was made by the browser, for a fragment: it follows the shown one.
      const next = numberIn(event.state, 'index') ?? index + 1
      if (typeof onNextPop === 'function') {
        const then = onNextPop
        onNextPop = undefined
        event.stopImmediatePropagation()
        then()
        return
      }
      const asked = onNextPop === 'pass' || next === index ? undefined : guard
      onNextPop = undefined
      if (!asked || asked.isFree(view.location.pathname + view.location.search)) {
        moveTo(next)
        return
      }
      // The browser has moved already: it goes back while the question is open.
      event.stopImmediatePropagation()
      const steps = next - index
      onNextPop = async () => {
        if (!(await asked.mayLeave())) return
        onNextPop = 'pass'
        view.history.go(steps)
      }
      view.history.go(-steps)
    },
    { capture: true },
  )

  return {
    guard(added) {
      guard = added
      return () => {
        if (guard === added) guard = undefined
      }
    },
    leave(to, open, replace) {
      const go = () => {
        const next = replace ? index : index + 1
        moveTo(next)
        scrolled.delete(next)
        open({ index: next })
      }
      if (!guard || guard.isFree(to)) return go()
      void guard.mayLeave().then((leaves) => leaves && go())
    },
    restoreScroll() {
      view.scrollTo(0, scrolled.get(index) ?? 0)
    },
  }
}

/** A number in the state of a history entry. */
function numberIn(state: unknown, key: 'index' | 'scrolled'): number | undefined {
  const value: unknown = Object.entries(state ?? {}).find(([name]) => name === key)?.[1]
  return typeof value === 'number' ? value : undefined
}
