import type { Patch } from '@atelier/documents'
import { inSlices } from '@atelier/operation'
import {
  auditDocuments,
  breakpoints,
  bySeverity,
  documents,
  type Finding,
  frameHtml,
  overflowFindings,
  type PageTree,
  page as pageEntry,
} from '@atelier/site'
import { readChecks } from '../../../api/checks.ts'
import type { EditorSession, OpenPage, OpenSite } from '../session/session.ts'
import { tabSurface } from '../view/surface.ts'
import { mergeWidths, withoutKnown } from './merge.ts'

export interface Found {
  /** The worst first. */
  findings: readonly Finding[]
  /** The report on a page is on the way. */
  busy: boolean
  /** Why the rest of the site is not known. */
  problem?: string
}

export interface Watch {
  /** Whether the open page is also laid out at each breakpoint, to see what is too wide. */
  setMeasuring(on: boolean): void
  stop(): void
}

/** How long the page must be unchanged before it is checked, in milliseconds. */
const rests = 400
/** How long the site must be unchanged before the server checks its other pages. */
const siteRests = 2_500
/** Before it is laid out at each breakpoint. */
const measureRests = 700
/** The maximum number of templates and components loaded to know what surrounds a page and is inside it. */
const mostBeside = 30

/**
 * Follows the findings of the checks while a user edits: in the open page by its live document, at rest and in idle time;
 * in the others as the server has them.
 */
export function watchChecks(session: EditorSession, told: (found: Found) => void): Watch {
  const local = new Map<string, readonly Finding[]>()
  const measured = new Map<string, { version: string; findings: readonly Finding[] }>()
  const beside = new Map<string, OpenPage | undefined>()
  let elsewhere: readonly Finding[] = []
  let problem: string | undefined
  let siteVersion = 0
  let measuring = false
  let stopped = false
  let asking: AbortController | undefined
  let stopPage = () => {}
  let stopSite = () => {}

  function tell(busy = false) {
    if (stopped) return
    const view = session.site.get()?.local.view
    const known = new Set(view ? documents(view).map(({ id }) => id) : [])
    const others = elsewhere.filter(
      ({ documentId }) => !local.has(documentId) && (known.has(documentId) || !pageLike(documentId)),
    )
    const own = [...local].flatMap(([id, findings]) =>
      known.has(id) ? withoutKnown(findings, measured.get(id)?.findings ?? []) : [],
    )
    told({ findings: bySeverity([...own, ...others]), busy, ...(problem === undefined ? {} : { problem }) })
  }
  const pageLike = (documentId: string) => documentId !== session.site.get()?.document.id

  function trees(page: OpenPage, site: OpenSite): (id: string) => PageTree | undefined {
    for (const { id } of documents(site.local.view)
      .filter(({ kind }) => kind !== 'page')
      .slice(0, mostBeside)) {
      if (id === page.id || beside.has(id)) continue
      beside.set(id, undefined)
      void session.load(id).then((opened) => {
        beside.set(id, opened)
        look.ask()
      })
    }
    return (id) => (id === page.id ? page.model.tree() : beside.get(id)?.model.tree())
  }

  const look = atRest(rests, async (rest) => {
    const [page, site] = [session.page.get(), session.site.get()]
    if (!page || !site) return
    const audited = { site: site.local.view, siteId: site.document.id, tree: trees(page, site) }
    const findings = await inSlices(auditDocuments(audited, [page.id]), { rest })
    if (stopped) return
    local.set(page.id, findings)
    tell()
    if (measuring) measure.ask()
  })

  const measure = atRest(measureRests, async () => {
    const [page, site] = [session.page.get(), session.site.get()]
    const entry = page && site && pageEntry(site.local.view, page.id)
    if (!page || !site || !entry || entry.kind === 'component') return
    const version = () => `${page.model.version()}.${siteVersion}`
    const at = version()
    if (measured.get(page.id)?.version === at) return
    tell(true)
    const surface = tabSurface(false, `/api/projects/${session.projectId}/files`)
    const html = frameHtml(site.local.view, entry, trees(page, site), surface.files)
    const found: Finding[] = []
    for (const { width } of breakpoints(site.local.view)) {
      const shown = await surface.show({ html, width, height: 900 })
      found.push(...overflowFindings(page.id, await shown.measure()))
      await shown.close()
      if (stopped || !measuring || version() !== at) return tell()
    }
    measured.set(page.id, { version: at, findings: mergeWidths(found) })
    tell()
  })

  const ask = atRest(siteRests, async () => {
    asking?.abort()
    asking = new AbortController()
    const { signal } = asking
    const answer = await readChecks(session.projectId, signal)
    if (signal.aborted || stopped) return
    problem = answer.ok ? undefined : answer.error.message
    if (answer.ok) {
      elsewhere = answer.value.findings
      const open = session.page.get()?.id
      for (const id of [...local.keys()]) if (id !== open) local.delete(id)
    }
    tell()
  })

  function followPage() {
    stopPage()
    const page = session.page.get()
    stopPage = page ? page.model.subscribe(look.ask) : () => {}
    if (page) look.ask()
  }
  function followSite() {
    stopSite()
    const site = session.site.get()
    stopSite = site
      ? site.local.observe((patches: readonly Patch[]) => {
          if (patches.length === 0) return
          siteVersion += 1
          look.ask()
          ask.ask()
        })
      : () => {}
    if (site) look.ask()
  }
  followPage()
  followSite()
  const stops = [session.page.subscribe(followPage), session.site.subscribe(followSite)]
  ask.now()

  return {
    setMeasuring(on) {
      measuring = on
      if (!on) return
      ask.now()
      measure.ask()
    },
    stop() {
      stopped = true
      asking?.abort()
      for (const stop of [...stops, stopPage, stopSite, look.stop, measure.stop, ask.stop]) stop()
    },
  }
}

/**
 * Runs a task once things have rested, when the browser has nothing else to do.
 * @param task gets a function that waits for the next such moment; if the task is requested again meanwhile, it waits
 * for ever
 */
function atRest(
  ms: number,
  task: (rest: () => Promise<void>) => void | Promise<void>,
): { ask(): void; now(): void; stop(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  let idle: number | undefined
  const whenIdle = (then: () => void) => {
    if (typeof requestIdleCallback === 'function') idle = requestIdleCallback(then, { timeout: 2_000 })
    else timer = setTimeout(then)
  }
  const rest = () => new Promise<void>(whenIdle)
  const stop = () => {
    clearTimeout(timer)
    if (idle !== undefined) cancelIdleCallback(idle)
    idle = undefined
  }
  return {
    ask() {
      stop()
      timer = setTimeout(() => whenIdle(() => void task(rest)), ms)
    },
    now() {
      stop()
      void task(rest)
    },
    stop,
  }
}
