import type { CodeBuild } from '@atelier/api'
import { type CodeAsset, codeAssets, dependencies } from '@atelier/site'
import { useEffect, useMemo, useState } from 'react'
import { sentence } from '../../../api/client.ts'
import { buildCode } from '../../../api/code.ts'
import { useEditor, useSite, useSiteVersion } from '../session/context.ts'

/** The scripts and styles of the site and its packages, as they are live. */
export function useCode(): { assets: readonly CodeAsset[]; packages: Readonly<Record<string, string>> } {
  const site = useSite()
  const version = useSiteVersion()
  return useMemo(
    () =>
      site && version >= 0
        ? { assets: codeAssets(site.local.view), packages: dependencies(site.local.view) }
        : { assets: [], packages: {} },
    [site, version],
  )
}

/** Edits reach the server within this time; it then builds what it has. */
const settleMs = 700
const nothing = JSON.stringify([{}, []])

/** The server's build of the code, requested again after it has changed. */
export function useBuild(): { build: CodeBuild | undefined; failure: string | undefined; busy: boolean } {
  const { projectId } = useEditor()
  const { assets, packages } = useCode()
  const state = JSON.stringify([packages, assets.map(({ path, content, runtime }) => [path, content, runtime])])
  const [build, setBuild] = useState<CodeBuild>()
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    if (state === nothing) {
      setBuild(undefined)
      return
    }
    const stop = new AbortController()
    const timer = setTimeout(async () => {
      setBusy(true)
      const answer = await buildCode(projectId, stop.signal)
      if (stop.signal.aborted) return
      setBusy(false)
      setFailure(answer.ok ? undefined : sentence(answer.error))
      if (answer.ok) setBuild(answer.value)
    }, settleMs)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [projectId, state])
  return { build, failure, busy }
}
